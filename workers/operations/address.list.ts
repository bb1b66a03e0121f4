import { addressList } from '../../shared/contract/operations/address.list.ts';
import { addressRecord as schema } from '../../shared/contract/resources/records.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import type { Row } from '../stores/recordTable.ts';
import type { Stores } from '../stores/stores.ts';

const listed = {
  storeOf: ({ addresses }: Stores) => addresses,
  minBytes: minBytesOf(schema),
  recordOf: (address: Row) => address,
};

export default reads(addressList, (calls, stores) => runLists(calls, stores, listed));
