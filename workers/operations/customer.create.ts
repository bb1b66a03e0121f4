import { customerCreate } from '../../shared/contract/operations/customer.create.ts';
import { insertCustomers, repeatedImports, withAddress } from '../operationHelpers/creating.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  customerCreate,
  async (calls, { customers, addresses, numbers, accounts, clock }) => {
    const repeated = await repeatedImports(calls, customers);
    await insertCustomers(
      calls.filter((call) => !repeated.has(call)),
      { customers, addresses, numbers, accounts, clock },
    );
    return (call) => {
      const existing = repeated.get(call);
      if (existing) return refused('external_ident_exists', { customer_ident: existing });
      const { customer_ident, address_ident } = call.input;
      return done({ customer_ident, address_ident: withAddress(call) ? address_ident : null });
    };
  },
  { isNumbered: ({ customer_nr }) => customer_nr === '' },
);
