import type { AddressRecord } from '../../shared/contract/resources/records.ts';
import { maxListBytes } from '../sets/answerSizes.ts';
import type { Addresses } from '../stores/addresses.ts';
import type { RecordStore } from '../stores/records.ts';
import type { Row } from '../stores/recordTable.ts';

export const maxAddresses = 1_000;

/** So many addresses fit into an answer, even with the longest texts. */
const few = 32;

/** Returns the oldest addresses of each customer, by customer: all that may fit into an answer, and few more. */
export async function addressesOf(
  customers: readonly Row[],
  store: RecordStore,
  addresses: Addresses,
): Promise<ReadonlyMap<string, readonly AddressRecord[]>> {
  const different = [...new Set(customers)];
  const withCount = (isWanted: (count: number) => boolean) =>
    different.filter((row) => isWanted(row.addresses as number)).map((row) => store.scopedOf(row));
  const small = withCount((count) => count > 0 && count <= few);
  const large = withCount((count) => count > few);
  return new Map([
    ...(await addresses.ofCustomers(small)),
    ...(await addresses.oldestOf(large, { addresses: maxAddresses, bytes: maxListBytes })),
  ]);
}
