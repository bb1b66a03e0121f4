import type { AddressRecord } from '../../shared/resources/records.ts';
import { maxListBytes } from '../sets/answerSizes.ts';
import type { Addresses } from '../stores/addresses.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

export const maxAddresses = 1_000;

/** So many addresses fit into an answer, even with the longest texts. */
const few = 32;

/** Returns the oldest addresses of each customer, by customer: all that may fit into an answer, and few more. */
export async function addressesOf(
  customers: readonly Scoped[],
  rows: ReadonlyMap<string, Row>,
  addresses: Addresses,
): Promise<ReadonlyMap<string, readonly AddressRecord[]>> {
  const countOf = ({ account, value }: Scoped) => rows.get(recordKey(account, value))?.addresses as number;
  const different = [
    ...new Map(customers.map((each) => [recordKey(each.account, each.value), each])).values(),
  ];
  const small = different.filter((each) => countOf(each) > 0 && countOf(each) <= few);
  const large = different.filter((each) => countOf(each) > few);
  return new Map([
    ...(await addresses.ofCustomers(small)),
    ...(await addresses.oldestOf(large, { addresses: maxAddresses, bytes: maxListBytes })),
  ]);
}
