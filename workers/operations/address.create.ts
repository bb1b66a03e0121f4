import { addressCreate } from '../../shared/contract/operations/address.create.ts';
import { addressRow } from '../operationHelpers/creating.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';

export default writes(
  addressCreate,
  async (calls, { addresses, customers, clock }) => {
    const owners = await customers.lockShared(scopedBy(calls, 'customer_ident'));
    const known = calls.filter(({ account, input }) => owners.has(recordKey(account, input.customer_ident)));

    const now = nowUtc(clock);
    const rows = known.map((call) => addressRow(call, now));
    await addresses.insert(rows);
    customers.noteNewAddresses(rows);
    return ({ account, input: { address_ident, customer_ident } }) =>
      owners.has(recordKey(account, customer_ident))
        ? done({ address_ident, customer_ident })
        : refused('customer_not_found');
  },
  { sharesRecord: ({ customer_ident }) => customer_ident },
);
