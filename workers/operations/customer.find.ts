import { customerFind } from '../../shared/contract/operations/customer.find.ts';
import { foundCustomers } from '../operationHelpers/answerRecords.ts';
import { runFind } from '../operationHelpers/findByValues.ts';
import { reads } from '../sets/implementation.ts';

export default reads(customerFind, (calls, stores) =>
  runFind(calls, stores, ({ customers }) => customers, foundCustomers),
);
