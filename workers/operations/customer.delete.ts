import { customerDelete } from '../../shared/operations/customer.delete.ts';
import { writes } from '../sets/implementation.ts';
import { done, refused } from '../sets/outcome.ts';
import { recordKey } from '../stores/scope.ts';

export default writes(
  customerDelete,
  async (calls, { customers }) => {
    const removed = await customers.remove(
      calls.map(({ account, input }) => ({ account, value: input.customer_ident })),
    );
    return ({ account, input }) =>
      removed.has(recordKey(account, input.customer_ident)) ? done(null) : refused('customer_not_found');
  },
  { changes: ({ customer_ident }) => customer_ident },
);
