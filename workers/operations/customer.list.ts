import { customerList } from '../../shared/contract/operations/customer.list.ts';
import { customerRecord as schema } from '../../shared/contract/resources/records.ts';
import { customerRecord } from '../operationHelpers/answerRecords.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import { listTables } from '../stores/lists/listTable.ts';

const table = listTables.customer;
const minBytes = minBytesOf(schema);

export default reads(customerList, (calls, { customers, cursorKeys, clock }) =>
  runLists(calls, {
    table,
    cursorKeys,
    clock,
    inSnapshot: (work) =>
      customers.inSnapshot((snapshot) =>
        work({
          table,
          minBytes,
          lists: snapshot.lists,
          recordOf: customerRecord,
          read: (wanted) => snapshot.read(wanted),
          texts: snapshot,
        }),
      ),
  }),
);
