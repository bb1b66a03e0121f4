import { customerUpdate } from '../../shared/contract/operations/customer.update.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import { answeredFields } from '../operationHelpers/storedValues.ts';
import { isScan, type Update, validatedField } from '../operationHelpers/updateRules.ts';
import { newVersion, prepareUpdates, writeUpdates } from '../operationHelpers/updating.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { names } from '../stores/customers.ts';
import type { ChangedAuthority } from '../stores/orders.ts';

export default writes(
  customerUpdate,
  async (calls, { customers, numbers, claims, orders, clock }) => {
    const dependencies = {
      store: customers,
      numbers,
      claims,
      clock,
      numbered: 'customer',
      fields: customerFields,
    } as const;
    const { accepted, refusals } = await prepareUpdates(calls, dependencies);
    const authorities = [...accepted.values()].flatMap(changedAuthority);
    await orders.requireFew(authorities);
    await writeUpdates([...accepted.values()], dependencies);
    await orders.copyAuthorities(authorities);

    return (call) => {
      const refusal = refusals.get(call);
      if (refusal) return refusal;
      const update = accepted.get(call);
      if (!update) return refused('customer_not_found');
      return done({
        customer_ident: call.input.customer_ident,
        ...newVersion(update),
        ...answeredFields(update.changedFields, customerFields),
      });
    };
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
