import { customerExists } from '../../shared/contract/operations/customer.exists.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default reads(customerExists, async (calls, { customers }) => {
  const existing = await customers.existing(scopedBy(calls, 'customer_ident'));
  return ({ account, input: { customer_ident } }) =>
    existing.has(recordKey(account, customer_ident))
      ? done({ customer_ident })
      : refused('customer_not_found');
});
