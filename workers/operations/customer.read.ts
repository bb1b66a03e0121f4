import { customerLookup, customerRead } from '../../shared/contract/operations/customer.read.ts';
import type { AnswerOf } from '../../shared/contract/operations/operation.ts';
import type { AddressRecord, CustomerRecord } from '../../shared/contract/resources/records.ts';
import { maxAddresses } from '../../shared/contract/values/contractLimits.ts';
import { customerRecord } from '../operationHelpers/answerRecords.ts';
import { lookupsBy, readRecords, type ShownRows } from '../operationHelpers/readRecords.ts';
import { defaultRecordBytes, fittingRecords, maxListBytes, SetRoom } from '../sets/answerSizes.ts';
import { reads } from '../sets/implementation.ts';
import type { Addresses } from '../stores/addresses.ts';
import type { Customers } from '../stores/customers.ts';
import type { Row } from '../stores/recordTable.ts';

/** Rows of addresses that one set reads. */
const maxRows = 1_000;

/** Least size of an address in an answer, with empty texts. */
const emptyAddressBytes = 300;

const lookupOf = lookupsBy(customerLookup);

export default reads(customerRead, (calls, stores) =>
  stores.inSnapshot(({ customers, addresses }) =>
    readRecords(calls, {
      store: customers,
      lookupOf,
      bytesOf,
      reserve: addressRoom(),
      answers: async (shown) => {
        const addressesByCustomer = await addressesOf(
          shown.map(({ rows: [oldest] }) => oldest),
          customers,
          addresses,
        );
        return (customer) =>
          answerWith(customer, addressesByCustomer.get(customers.keyOf(customer.rows[0])) ?? []);
      },
    }),
  ),
);

function bytesOf(shown: readonly Row[]) {
  const addresses = addressesIn(shown[0] as Row);
  return {
    least: Math.min(addresses * emptyAddressBytes, maxListBytes),
    likely: Math.min(addresses * defaultRecordBytes, maxListBytes) + 2 * shown.length * defaultRecordBytes,
  };
}

/** The addresses of a customer are read once for all calls that need them. */
function addressRoom(): (customer: Row) => boolean {
  const room = new SetRoom(maxRows);
  const admitted = new Set<Row>();
  return (customer) => {
    if (!admitted.has(customer) && !room.reserve(addressesIn(customer))) return false;
    admitted.add(customer);
    return true;
  };
}

function addressesIn({ addresses }: Row): number {
  return Math.min(addresses as number, maxAddresses);
}

function answerWith(
  { rows, count }: ShownRows,
  addresses: readonly AddressRecord[],
): AnswerOf<typeof customerRead> {
  const all = rows[0].addresses as number;
  const records = rows.map(customerRecord);
  const address_data = [...fittingRecords(addresses)];
  return {
    customer: records[0] as CustomerRecord,
    address_data,
    ...(address_data.length < all && { address_count: all }),
    ...(count > 1 && { customers: [...fittingRecords(records)], count }),
  };
}

/** Addresses that fit into an answer even with the longest texts. */
const few = 32;

/** Returns the oldest addresses of each customer, by customer: all that may fit into an answer, and few more. */
async function addressesOf(
  customers: readonly Row[],
  store: Customers,
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
