import { customerList } from '../../shared/contract/operations/customer.list.ts';
import { customerRecord as schema } from '../../shared/contract/resources/records.ts';
import { customerRecord } from '../operationHelpers/answerRecords.ts';
import { minBytesOf, runLists } from '../operationHelpers/lists/runLists.ts';
import { reads } from '../sets/implementation.ts';
import type { Stores } from '../stores/stores.ts';

const listed = {
  storeOf: ({ customers }: Stores) => customers,
  minBytes: minBytesOf(schema),
  recordOf: customerRecord,
};

export default reads(customerList, (calls, stores) => runLists(calls, stores, listed));
