import { customerHistory } from '../../shared/contract/operations/customer.history.ts';
import { readHistories } from '../operationHelpers/historyReads.ts';
import { reads } from '../sets/implementation.ts';

export default reads(customerHistory, (calls, stores) => readHistories(calls, stores, stores.customers));
