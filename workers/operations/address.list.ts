import { addressList } from '../../shared/contract/operations/address.list.ts';
import { addressRecord as schema } from '../../shared/contract/resources/records.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import { listTables } from '../stores/lists/listTable.ts';
import type { Row } from '../stores/recordTable.ts';

const listed = {
  table: listTables.address,
  minBytes: minBytesOf(schema),
  recordOf: (address: Row) => address,
};

export default reads(addressList, (calls, { addresses: store, cursorKeys, clock }) =>
  runLists(calls, { ...listed, store, cursorKeys, clock }),
);
