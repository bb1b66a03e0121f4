import { addressesField } from '../../shared/contract/resources/change.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type Outcome, refused } from '../sets/callOutcome.ts';
import type { Addresses, LockedAddress } from '../stores/addresses.ts';
import type { Customers } from '../stores/customers.ts';
import type { RecordChange } from '../stores/historyWriter.ts';
import { recordKey } from '../stores/scope.ts';
import { type ConditionalInput, lockRecords, versionConflict } from './ifVersion.ts';

interface AddressInput extends ConditionalInput {
  readonly address_ident: string;
}

interface PreparedAddresses<Input> {
  readonly accepted: ReadonlyMap<Call<Input>, LockedAddress>;
  readonly refusals: ReadonlyMap<Call<Input>, Outcome<never, 'address_not_found' | 'record_changed'>>;
}

/** Locks the addresses that exist, and decides which calls may change theirs. */
export async function prepareAddresses<Input extends AddressInput>(
  calls: readonly Call<Input>[],
  addresses: Addresses,
  columns: readonly string[] = [],
): Promise<PreparedAddresses<Input>> {
  const rows = (await lockRecords(calls, addresses, columns)) as ReadonlyMap<Call<Input>, LockedAddress>;
  const accepted = new Map<Call<Input>, LockedAddress>();
  const refusals = new Map<Call<Input>, Outcome<never, 'address_not_found' | 'record_changed'>>();
  for (const call of calls) {
    const row = rows.get(call);
    const refusal = row ? versionConflict(call.input, row, 'address_ident') : refused('address_not_found');
    if (refusal) refusals.set(call, refusal);
    else if (row) accepted.set(call, row);
  }
  return { accepted, refusals };
}

/** Gives the customers of changed addresses a new version. Clears `delivery_address_ident` if that address is removed. */
export async function changeCustomers(
  changed: Iterable<LockedAddress>,
  customers: Customers,
  removed: ReadonlySet<LockedAddress> = new Set(),
): Promise<void> {
  const rows = new Map<string, Record<string, unknown>>();
  for (const address of changed) {
    const { account_id, customer_ident, customer_revision, delivery_address_ident } = address;
    const key = recordKey(account_id, customer_ident);
    const row = rows.get(key) ?? {
      account_id,
      customer_ident,
      revision: customer_revision + 1,
      delivery_address_ident,
    };
    if (removed.has(address) && delivery_address_ident === address.address_ident)
      row.delivery_address_ident = null;
    rows.set(key, row);
  }
  await customers.overwrite([...rows.values()], () => [addressesField]);
}

/** Returns the history entry of the customer of a changed address. `changeCustomers` gives the customer its next revision. */
export function changeOfCustomer(address: LockedAddress): RecordChange {
  const { customer_ident: record, customer_revision, address_ident } = address;
  return { record, revision: customer_revision + 1, address: address_ident };
}
