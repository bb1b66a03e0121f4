import { customerUpdate } from '../../shared/operations/customer.update.ts';
import { customerFields } from '../../shared/resources/customer.ts';
import { readChanges } from '../records/readChanges.ts';
import { prepareUpdates, type Update, writeUpdates } from '../records/updating.ts';
import { isScan, isValidating, validatedField } from '../records/validated.ts';
import { writes } from '../sets/implementation.ts';
import { done, refused } from '../sets/outcome.ts';
import { names } from '../stores/customers.ts';
import type { ChangedAuthority } from '../stores/orders.ts';

export default writes(
  customerUpdate,
  async (calls, { customers, numbers, claims, orders }) => {
    const parts = {
      store: customers,
      numbers,
      claims,
      numbered: 'customer',
      fields: customerFields,
    } as const;
    const { accepted, refusals } = await prepareUpdates(calls, parts);
    await writeUpdates(accepted, parts);
    await orders.takeOverAuthorities(accepted.flatMap(changedAuthority));

    const changes = new Map(
      accepted.map((update) => [update.call, readChanges(update.changes, customerFields)]),
    );
    return calls.map((call) => {
      const refusal = refusals.get(call);
      if (refusal) return refusal;
      const changed = changes.get(call);
      return changed
        ? done({ customer_ident: call.input.customer_ident, ...changed })
        : refused('customer_not_found');
    });
  },
  {
    changes: ({ customer_ident }) => customer_ident,
    isNumbered: (input) => validatedField(input) === 'customer_nr',
    isValidating,
    isSlow: (input) => isScan(input, names),
  },
);

/** Orders without an invoice number follow the customer's Leitweg-ID (contract.md, "Leitweg-ID and orders"). */
function changedAuthority({
  call,
  before,
  changes,
}: Update<{ readonly customer_ident: string }>): ChangedAuthority[] {
  const { public_authority_id: changed } = changes;
  const former = before.public_authority_id as string;
  if (changed === undefined || changed === former) return [];
  return [{ account: call.account, customerIdent: call.input.customer_ident, former }];
}
