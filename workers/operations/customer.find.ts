import { customerFind } from '../../shared/contract/operations/customer.find.ts';
import { asksText, findByValues } from '../records/finding.ts';
import { foundCustomers } from '../records/foundRecords.ts';
import { reads } from '../sets/implementation.ts';

export default reads(customerFind, (calls, { customers }) =>
  asksText(calls, customers)
    ? customers.inSnapshot((snapshot) => findByValues(calls, snapshot, foundCustomers))
    : findByValues(calls, customers, foundCustomers),
);
