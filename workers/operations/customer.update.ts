import { customerUpdate } from '../../shared/contract/operations/customer.update.ts';
import { writeCustomerUpdates } from '../operationHelpers/customerUpdates.ts';
import { isScan, validatesNumber } from '../operationHelpers/updateRules.ts';
import { prepareUpdates, updateOutcomes } from '../operationHelpers/updating.ts';
import { writes } from '../sets/implementation.ts';
import { customerTable } from '../stores/customers.ts';

export default writes(
  customerUpdate,
  async (calls, { customers, numbers, claims, orders, historyWriter, clock }) => {
    const prepared = await prepareUpdates(calls, { store: customers, numbers, claims, clock });
    await writeCustomerUpdates(prepared, { customers, orders, historyWriter });
    return updateOutcomes(prepared, customers);
  },
  {
    locksRecord: ({ customer_ident }) => customer_ident,
    isNumbered: (input) => validatesNumber(input, customerTable),
    isExpensive: (input) => isScan(input, customerTable),
  },
);
