import { customerFind } from '../../shared/contract/operations/customer.find.ts';
import { foundCustomers } from '../operationHelpers/answerRecords.ts';
import { asksText, findByValues } from '../operationHelpers/findByValues.ts';
import { reads } from '../sets/implementation.ts';

export default reads(customerFind, (calls, { customers }) =>
  asksText(calls, customers)
    ? customers.inSnapshot((snapshot) => findByValues(calls, snapshot, foundCustomers))
    : findByValues(calls, customers, foundCustomers),
);
