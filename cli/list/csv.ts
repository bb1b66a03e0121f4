import { exportColumns } from '../../importer/mapping/index.ts';
import { byteOrderMark, csvLines } from '../../importer/record/csvLines.ts';
import { deliveryFields } from '../../shared/resources/address.ts';
import { articleFields } from '../../shared/resources/article.ts';
import { isAmount } from '../../shared/resources/records.ts';
import type { Listed, ListedRecord } from './pages.ts';

const amounts: ReadonlySet<string> = new Set(
  Object.entries(articleFields).flatMap(([name, { schema }]) => (isAmount(schema) ? [name] : [])),
);
const decimals = 4;

/** The header of an export, with the mark by which spreadsheets recognize UTF-8. */
export function csvHeader(resource: Listed): string {
  return byteOrderMark + csvLines([exportColumns(resource)]);
}

/** Makes the function that writes records as lines of an export, which `counterfoil import` takes back. */
export function csvRecords(
  resource: Listed,
  { currency }: { readonly currency?: string },
): (records: readonly ListedRecord[]) => string {
  const columns = exportColumns(resource);
  return (records) =>
    csvLines(
      records
        .map((record): ListedRecord => ({ ...record, currency }))
        .map((record) => columns.map((name) => cellOf(resource, record, name))),
    );
}

function cellOf(resource: Listed, record: ListedRecord, name: string): string {
  // Without a delivery address, a customer's fields of one are only their defaults.
  const isIdle =
    resource === 'customers' &&
    record.divergent_delivery_address === 0 &&
    Object.hasOwn(deliveryFields, name);
  const value = record[name];
  if (isIdle || value === undefined || value === null) return '';
  const text = value as string | number;
  // All decimals, and a zone: both can be read in one way only.
  if (amounts.has(name)) return Number(text).toFixed(decimals);
  return name === 'date_created' ? `${String(text).replace(' ', 'T')}Z` : String(text);
}
