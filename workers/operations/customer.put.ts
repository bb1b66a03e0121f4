import { customerPut } from '../../shared/contract/operations/customer.put.ts';
import { insertCustomers } from '../operationHelpers/creating.ts';
import { writeCustomerUpdates } from '../operationHelpers/customerUpdates.ts';
import { isNumberedPut, putKey, runPuts } from '../operationHelpers/putting.ts';
import { writes } from '../sets/implementation.ts';
import { customerTable } from '../stores/customers.ts';

export default writes(
  customerPut,
  (calls, { customers, addresses, numbers, accounts, claims, orders, historyWriter, clock }) =>
    runPuts(
      calls,
      { store: customers, numbers, claims, clock },
      {
        update: (changes) => writeCustomerUpdates(changes, { customers, orders, historyWriter }),
        insert: (creates) => insertCustomers(creates, { customers, addresses, numbers, accounts, clock }),
      },
    ),
  {
    locksRecord: (input) => putKey(input, customerTable),
    isNumbered: (input) => isNumberedPut(input, customerTable),
    findsRecord: true,
  },
);
