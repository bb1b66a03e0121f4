import { customerList } from '../../shared/contract/operations/customer.list.ts';
import { customerRecord as schema } from '../../shared/contract/resources/records.ts';
import { customerRecord } from '../operationHelpers/answerRecords.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import { listTables } from '../stores/lists/listTable.ts';

const listed = {
  table: listTables.customer,
  minBytes: minBytesOf(schema),
  recordOf: customerRecord,
};

export default reads(customerList, (calls, { customers: store, cursorKeys, clock }) =>
  runLists(calls, { ...listed, store, cursorKeys, clock }),
);
