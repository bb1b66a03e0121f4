import { customerPut } from '../../shared/contract/operations/customer.put.ts';
import { changedAuthority } from '../operationHelpers/changedAuthority.ts';
import { insertCustomers } from '../operationHelpers/creating.ts';
import { isNumberedPut, putKey, runPuts } from '../operationHelpers/putting.ts';
import { writeUpdates } from '../operationHelpers/updating.ts';
import { writes } from '../sets/implementation.ts';
import { names } from '../stores/customers.ts';

export default writes(
  customerPut,
  (calls, { customers, addresses, numbers, accounts, claims, orders, historyWriter, clock }) =>
    runPuts(
      calls,
      { store: customers, numbers, claims, clock },
      {
        update: async (changes) => {
          const authorities = [...changes.accepted.values()].flatMap(changedAuthority);
          await orders.requireFew(authorities);
          await writeUpdates(changes, customers, historyWriter);
          await orders.copyAuthorities(authorities);
        },
        insert: (creates) => insertCustomers(creates, { customers, addresses, numbers, accounts, clock }),
      },
    ),
  {
    locksRecord: (input) => putKey(input, names),
    isNumbered: (input) => isNumberedPut(input, names),
    findsRecord: true,
  },
);
