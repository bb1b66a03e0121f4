import { addressParts, partsOf } from '../mapping/guess/oneAddress.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { factsOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { ImportError, list } from '../source/importError.ts';

type Given = Readonly<Record<string, string>>;

/**
 * Throws an ImportError when one of the two addresses of a customer has only a street or only a place: its columns may be parts
 * of the other one. A user who chose the column of an address has decided.
 */
export function requireWholeAddresses(
  { fields }: MappingFile,
  inspection: Inspection,
  given: Given,
  file: string,
): void {
  const columnsIn = (field: string) =>
    factsOf(inspection, fields[field] === undefined ? [] : allColumnsOf(fields[field])).filter(
      ({ filled }) => filled > 0,
    );
  const has = (field: string) => columnsIn(field).length > 0;
  if (addressParts.some((part) => `bill_${part}` in given || `delivery_${part}` in given)) return;
  const bill = partsOf(has, 'bill_');
  const delivery = partsOf(has, 'delivery_');
  const hasRest = ['street2', 'company', 'lastname', 'name'].some((part) => has(`delivery_${part}`));
  const hasBoth = (bill.street || bill.place) && (delivery.street || delivery.place || hasRest);
  const isWhole = delivery.street && delivery.place;
  if (!hasBoth || (bill.street === bill.place && isWhole)) return;
  const parts = addressParts.filter((part) => has(`delivery_${part}`));
  const columns = parts.flatMap((part) => columnsIn(`delivery_${part}`).map(({ name }) => `"${name}"`));
  const missing = delivery.street === delivery.place ? 'billing' : 'delivery';
  const lacks = (missing === 'billing' ? bill : delivery).street ? 'no zip code or city' : 'no street';
  throw new ImportError(
    `${file}: the ${missing} address has ${lacks}, but ${list(columns, 'and')} ${columns.length === 1 ? 'is' : 'are'} for the delivery: if they belong to the address of the customer, set ${asBilling(parts, columnsIn)}; if they are no address, leave them out with ${parts.map((part) => `--column delivery_${part}=`).join(' ')}`,
  );
}

type ColumnsIn = (field: string) => readonly { readonly name: string }[];

function asBilling(parts: readonly string[], columnsIn: ColumnsIn): string {
  return parts
    .map((part) => `--column bill_${part}="${columnsIn(`delivery_${part}`)[0]?.name ?? ''}"`)
    .join(' ');
}

/** Throws an ImportError when only the delivery addresses have names: the customers would have none. */
export function requireBillingNames({ fields }: MappingFile, given: Given, file: string): void {
  const named = ['company', 'name', 'lastname', 'firstname'];
  const has = (side: string) => named.some((part) => fields[side + part] !== undefined);
  if (has('bill_') || !has('delivery_') || named.some((part) => `delivery_${part}` in given)) return;
  const parts = [...named, ...addressParts].filter(
    (part) => fields[`delivery_${part}`] !== undefined && fields[`bill_${part}`] === undefined,
  );
  const columnOf = (part: string) => allColumnsOf(fields[`delivery_${part}`] ?? [])[0] ?? '';
  const names = parts.filter((part) => named.includes(part));
  throw new ImportError(
    `${file}: only the delivery addresses have names (${names.map((part) => `"${columnOf(part)}"`).join(', ')}), and the customers have none: if these are the customers, set ${parts.map((part) => `--column bill_${part}="${columnOf(part)}"`).join(' ')}; otherwise confirm the names of the deliveries with ${names.map((part) => `--column delivery_${part}="${columnOf(part)}"`).join(' ')}`,
  );
}
