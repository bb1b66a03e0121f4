import { list } from '../../source/importError.ts';
import type { FieldRules } from '../rules/mappingFile.ts';

/** Parts of an address whose columns may stand on either side. */
export const addressParts = ['street', 'street2', 'zipcode', 'city', 'zip_city', 'country'];
export const nameParts = ['company', 'firstname', 'lastname', 'name'];

type Side = 'bill_' | 'delivery_';

interface Fields {
  readonly fields: Readonly<Record<string, string>>;
  readonly notices: readonly string[];
}

/** Says which parts of an address the fields of a side have: a street, and a zip code or city. */
export function partsOf(has: (field: string) => boolean, side: Side) {
  return {
    street: has(`${side}street`),
    place: ['zipcode', 'city', 'zip_city'].some((part) => has(side + part)),
  };
}

/**
 * Makes one address of columns of which only some say that they are for the delivery, such as `Street 1` and `Ship City`: one
 * side has the street, and the other one the place.
 */
export function withOneAddress(
  fields: Readonly<Record<string, string>>,
  known: FieldRules,
  { isEmpty }: { readonly isEmpty: (column: string) => boolean },
): Fields {
  const has = (field: string) => {
    const column = fields[field];
    return known[field] !== undefined || (column !== undefined && !isEmpty(column));
  };
  const bill = partsOf(has, 'bill_');
  const delivery = partsOf(has, 'delivery_');
  const isSplit =
    bill.street !== bill.place && delivery.street === bill.place && delivery.place === bill.street;
  const isGiven = addressParts.some((part) => `bill_${part}` in known || `delivery_${part}` in known);
  if (!isSplit || isGiven || nameParts.some((part) => has(`delivery_${part}`)))
    return { fields, notices: [] };
  const moved = addressParts.filter((part) => has(`delivery_${part}`) && !has(`bill_${part}`));
  const others = Object.entries(fields).filter(([field]) => !moved.includes(field.replace('delivery_', '')));
  const joined = moved.map((part) => [`bill_${part}`, fields[`delivery_${part}`] ?? ''] as const);
  const one = Object.fromEntries([...others, ...joined]);
  const names = addressParts.flatMap((part) => one[`bill_${part}`] ?? []).map((column) => `"${column}"`);
  return { fields: one, notices: [`${list(names, 'and')} are read as one address, that of the customer`] };
}
