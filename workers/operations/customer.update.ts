import { customerUpdate } from '../../shared/contract/operations/customer.update.ts';
import { changedAuthority } from '../operationHelpers/changedAuthority.ts';
import { isScan, validatedField } from '../operationHelpers/updateRules.ts';
import { prepareUpdates, updateOutcomes, writeUpdates } from '../operationHelpers/updating.ts';
import { writes } from '../sets/implementation.ts';
import { customerTable } from '../stores/customers.ts';

export default writes(
  customerUpdate,
  async (calls, { customers, numbers, claims, orders, historyWriter, clock }) => {
    const prepared = await prepareUpdates(calls, { store: customers, numbers, claims, clock });
    const authorities = [...prepared.accepted.values()].flatMap(changedAuthority);
    await orders.requireFew(authorities);
    await writeUpdates(prepared, customers, historyWriter);
    await orders.copyAuthorities(authorities);
    return updateOutcomes(prepared, customers, 'customer_not_found');
  },
  {
    locksRecord: ({ customer_ident }) => customer_ident,
    isNumbered: (input) => validatedField(input) === 'customer_nr',
    isExpensive: (input) => isScan(input, customerTable),
  },
);
