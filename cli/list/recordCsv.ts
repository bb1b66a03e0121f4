import { exportColumns } from '../../importer/mapping/exportFile.ts';
import { byteOrderMark, csvLines } from '../../importer/source/spreadsheetCells.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { articleFields } from '../../shared/contract/resources/article.ts';
import { isAmount } from '../../shared/contract/resources/records.ts';
import { amountDecimals } from '../../shared/contract/values/clean.ts';
import type { Listed, ListedRecord } from './recordPages.ts';

const amounts: ReadonlySet<string> = new Set(
  Object.entries(articleFields).flatMap(([name, { schema }]) => (isAmount(schema) ? [name] : [])),
);
/** Begins with a byte order mark, by which spreadsheets recognize UTF-8. */
export function csvHeader(resource: Listed): string {
  return byteOrderMark + csvLines([exportColumns(resource)]);
}

/** Returns a function that writes records as CSV lines, which `counterfoil import` accepts. */
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
  // A customer without a delivery address has only defaults in these fields.
  const isIdle =
    resource === 'customers' &&
    record.divergent_delivery_address === 0 &&
    Object.hasOwn(deliveryFields, name);
  const value = record[name];
  if (isIdle || value === undefined || value === null) return '';
  const text = value as string | number;
  // All decimals and a time zone leave only one reading.
  if (amounts.has(name)) return Number(text).toFixed(amountDecimals);
  return name === 'date_created' ? `${String(text).replace(' ', 'T')}Z` : String(text);
}
