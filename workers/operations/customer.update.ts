import { customerUpdate } from '../../shared/contract/operations/customer.update.ts';
import { isScan, type Update, validatedField } from '../operationHelpers/updateRules.ts';
import { prepareUpdates, updateOutcomes, writeUpdates } from '../operationHelpers/updating.ts';
import { writes } from '../sets/implementation.ts';
import { names } from '../stores/customers.ts';
import type { ChangedAuthority } from '../stores/orders.ts';

export default writes(
  customerUpdate,
  async (calls, { customers, numbers, claims, orders, clock }) => {
    const prepared = await prepareUpdates(calls, { store: customers, numbers, claims, clock });
    const authorities = [...prepared.accepted.values()].flatMap(changedAuthority);
    await orders.requireFew(authorities);
    await writeUpdates(prepared, customers);
    await orders.copyAuthorities(authorities);
    return updateOutcomes(prepared, customers, 'customer_not_found');
  },
  {
    locksRecord: ({ customer_ident }) => customer_ident,
    isNumbered: (input) => validatedField(input) === 'customer_nr',
    isExpensive: (input) => isScan(input, names),
  },
);

/** Orders without an invoice number get the customer's new Leitweg-ID. */
function changedAuthority({
  call,
  before,
  changedFields,
  after: { date_updated },
}: Update<{ readonly customer_ident: string }>): ChangedAuthority[] {
  const changed = changedFields.public_authority_id as string | undefined;
  const former = before.public_authority_id as string;
  if (changed === undefined || changed === former) return [];
  return [{ account: call.account, customerIdent: call.input.customer_ident, former, changed, date_updated }];
}
