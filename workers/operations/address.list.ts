import { addressList } from '../../shared/contract/operations/address.list.ts';
import { addressRecord as schema } from '../../shared/contract/resources/records.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import { listTables } from '../stores/lists/listTable.ts';
import type { Row } from '../stores/recordTable.ts';

const table = listTables.address;
const minBytes = minBytesOf(schema);

export default reads(addressList, (calls, { addresses, cursorKeys, clock }) =>
  runLists(calls, {
    table,
    cursorKeys,
    clock,
    inSnapshot: (work) =>
      addresses.inSnapshot((snapshot) =>
        work({
          table,
          minBytes,
          lists: snapshot.lists,
          recordOf: (address) => address,
          read: async (wanted) =>
            (await snapshot.read(wanted)) as ReadonlyMap<string, unknown> as ReadonlyMap<string, Row>,
        }),
      ),
  }),
);
