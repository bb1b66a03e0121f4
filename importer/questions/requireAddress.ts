import { fieldsByName, headerWord } from '../mapping/guess/headerNames.ts';
import { addressParts, nameParts, partsOf } from '../mapping/guess/oneAddress.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { factsOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError, list } from '../source/importError.ts';

/** Matches `Weg 1, 24103 Kiel`. */
const wholeAddress = /[,;\n]\s*(?:[A-Z]{1,3}[- ]+)?\d{4,6}\s+\p{L}/u;

type Given = Readonly<Record<string, string>>;

/**
 * Throws an ImportError when one of the two addresses of a customer has only a street or only a place, or the delivery has only a
 * name: its columns may be parts of the other address. A user who chose the column of an address has decided.
 */
export function requireWholeAddresses(
  { fields }: MappingFile,
  inspection: Inspection,
  given: Given,
  file: string,
): void {
  const columnsIn = (field: string) =>
    factsOf(inspection, allColumnsOf(fields[field])).filter(({ filled }) => filled > 0);
  const has = (field: string) => columnsIn(field).length > 0;
  const isDecided = [...addressParts, ...nameParts].some((part) => `delivery_${part}` in given);
  if (isDecided || addressParts.some((part) => `bill_${part}` in given)) return;
  const hasPlace = (side: string) =>
    columnsIn(`${side}street`).some(({ examples }) => examples.some((text) => wholeAddress.test(text)));
  const partsIn = (side: 'bill_' | 'delivery_') => {
    const { street, place } = partsOf(has, side);
    return { street, place: place || hasPlace(side) };
  };
  const bill = partsIn('bill_');
  const delivery = partsIn('delivery_');
  const parts = [...nameParts, ...addressParts.filter((part) => part !== 'country')].filter((part) =>
    has(`delivery_${part}`),
  );
  const isWhole = bill.street === bill.place && delivery.street && delivery.place;
  if (parts.length === 0 || isWhole || (!bill.street && !bill.place)) return;
  const nameOf = (part: string) => columnsIn(`delivery_${part}`)[0]?.name ?? '';
  const isBilling = delivery.street && delivery.place;
  const lack = isBilling ? `billing address has ${lackOf(bill)}` : `delivery address has ${lackOf(delivery)}`;
  const columns = parts.map((part) => `"${nameOf(part)}"`);
  const moved = parts.filter((part) => !has(`bill_${part}`));
  const asBilling = moved.map((part) => `--column bill_${part}="${nameOf(part)}"`);
  const others = leaveOut(parts.filter((part) => !moved.includes(part)));
  const asDelivery = parts.map((part) => `--column delivery_${part}="${nameOf(part)}"`);
  const answers = [
    ...(moved.length > 0
      ? [`if they belong to the address of the customer, set ${answer([...asBilling, ...others].join(' '))}`]
      : []),
    `if they are not an address, leave them out with ${answer(leaveOut(parts).join(' '))}`,
    `otherwise confirm them with ${answer(asDelivery.join(' '))}`,
  ];
  throw new ImportError(
    `${file}: the ${lack}, but ${list(columns, 'and')} ${columns.length === 1 ? 'is' : 'are'} for the delivery: ${answers.join('; ')}`,
  );
}

/**
 * Throws an ImportError when the customers of a JSON file have lists of addresses and no other address: nothing of the lists
 * would be imported, and nobody but the user knows what the first one is.
 */
export function requireListedAddresses(
  { fields }: MappingFile,
  { columns }: Inspection,
  given: Given,
  file: string,
): void {
  if (addressParts.some((part) => fields[`bill_${part}`] !== undefined || `bill_${part}` in given)) return;
  const names = fieldsByName('customers');
  const first = columns.flatMap(({ name, filled }) => {
    const [, listed = '', part = ''] = /^(.*)\.0\.([^.]+)$/.exec(name) ?? [];
    const field = filled > 0 ? names.get(headerWord(part))?.field : undefined;
    return field?.startsWith('bill_') ? [{ name, listed, field }] : [];
  });
  const street = first.find(({ field }) => field === 'bill_street');
  if (!street) return;
  const parts = first.filter(({ listed, field }) => listed === street.listed && fields[field] === undefined);
  const asBilling = parts.map(({ name, field }) => `--column ${field}="${name}"`).join(' ');
  throw new ImportError(
    `${file}: the lists "${street.listed}" have addresses, and nothing else gives the address of a customer: if the first one of each list does, set ${answer(asBilling)}; otherwise leave them out with ${answer('--column bill_street=')}. Import the others as delivery addresses, from a file with a line for each`,
  );
}

function leaveOut(parts: readonly string[]): readonly string[] {
  return parts.map((part) => `--column delivery_${part}=`);
}

function lackOf({ street, place }: { readonly street: boolean; readonly place: boolean }): string {
  if (street) return 'no zip code or city';
  return place ? 'no street' : 'neither street nor city';
}

/** Throws an ImportError when only the delivery addresses have names: the customers would have none. */
export function requireBillingNames({ fields }: MappingFile, given: Given, file: string): void {
  const has = (side: string) => nameParts.some((part) => fields[side + part] !== undefined);
  if (has('bill_') || !has('delivery_') || nameParts.some((part) => `delivery_${part}` in given)) return;
  const parts = [...nameParts, ...addressParts].filter(
    (part) => fields[`delivery_${part}`] !== undefined && fields[`bill_${part}`] === undefined,
  );
  const columnOf = (part: string) => allColumnsOf(fields[`delivery_${part}`])[0] ?? '';
  const names = parts.filter((part) => nameParts.includes(part));
  const optionsOf = (some: readonly string[], side: string) =>
    some.map((part) => `--column ${side}${part}="${columnOf(part)}"`).join(' ');
  throw new ImportError(
    `${file}: only the delivery addresses have names (${names.map((part) => `"${columnOf(part)}"`).join(', ')}), and the customers have none: if these are the customers, set ${answer(optionsOf(parts, 'bill_'))}; otherwise confirm the names of the deliveries with ${answer(optionsOf(names, 'delivery_'))}`,
  );
}
