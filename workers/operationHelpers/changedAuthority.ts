import type { ChangedAuthority } from '../stores/orders.ts';
import type { Update } from './updateRules.ts';

/** Orders without an invoice number get the customer's new Leitweg-ID. */
export function changedAuthority({
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
