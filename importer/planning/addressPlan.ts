import { addressUpdate } from '../../shared/contract/operations/address.update.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { Input } from '../mapping/index.ts';
import { changesOf, type Values } from './compare.ts';
import type { OnExisting } from './options.ts';
import { planFor, readerOf } from './reading.ts';
import { type AddressPlan, type RowPlan, refusedPlan } from './rowPlan.ts';

export type CustomerAddressesByIdent = ReadonlyMap<string, readonly Values[]>;

const read = readerOf(addressUpdate);

/**
 * Plans the change of the delivery address that a customer was created with. A customer that was created without one gets a
 * new address, unless one of its addresses has the values of the row. Returns undefined if nothing changes.
 */
export function planAddress(
  input: Readonly<Input>,
  stored: Values,
  addresses: CustomerAddressesByIdent,
  onExisting: OnExisting,
): AddressPlan | RowPlan | undefined {
  const isStored = Number(stored.divergent_delivery_address) === 1;
  if (saysAddress(input) && !hasAddress(input) && isStored && onExisting === 'update')
    return refusedPlan('delivery_address_stays', addressStays);
  if (!hasAddress(input)) return undefined;
  const given = Object.fromEntries(
    Object.entries(input).filter(([name]) => Object.hasOwn(deliveryFields, name)),
  );
  const reading = read({ address_ident: 'any', ...given });
  if ('fieldErrors' in reading) return planFor(reading.fieldErrors);
  const wanted = Object.fromEntries(Object.keys(given).map((name) => [name, reading.input[name]]));
  if (isStored) {
    const changes = changesOf(deliveryFields, stored, wanted);
    if (changes.length === 0) return undefined;
    return { ident: String(stored.address_ident), version: String(stored.address_version), changes };
  }
  const others = addresses.get(String(stored.customer_ident)) ?? [];
  const isKnown = others.some((address) => changesOf(deliveryFields, address, wanted).length === 0);
  return isKnown ? undefined : { changes: changesOf(deliveryFields, {}, wanted) };
}

export function hasAddress({ divergent_delivery_address: isDivergent }: Readonly<Input>): boolean {
  return Number(isDivergent) === 1;
}

export function saysAddress({ divergent_delivery_address: isDivergent }: Readonly<Input>): boolean {
  return isDivergent !== undefined;
}

const addressStays =
  'delivery address: the customer has one, and the row has none: an import removes no address: delete it with address.delete, or leave out the columns of the delivery address';
