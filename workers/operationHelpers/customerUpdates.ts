import type { ChangedAuthority } from '../stores/orders.ts';
import type { Stores } from '../stores/stores.ts';
import type { ConditionalInput } from './ifVersion.ts';
import type { Update } from './updateRules.ts';
import { type PreparedUpdates, writeUpdates } from './updating.ts';

type CustomerInput = ConditionalInput & { readonly customer_ident: string };

/** Writes updates of customers. Their orders without an invoice number get the new Leitweg-ID. */
export async function writeCustomerUpdates(
  { accepted }: PreparedUpdates<CustomerInput>,
  { customers, orders, historyWriter }: Pick<Stores, 'customers' | 'orders' | 'historyWriter'>,
): Promise<void> {
  const authorities = [...accepted.values()].flatMap(changedAuthority);
  await orders.requireFew(authorities);
  await writeUpdates(accepted, customers, historyWriter);
  await orders.copyAuthorities(authorities);
}

function changedAuthority({ call, before, changedFields, after }: Update<CustomerInput>): ChangedAuthority[] {
  const { account, input } = call;
  const { date_updated } = after;
  const changed = changedFields.public_authority_id as string | undefined;
  const former = before.public_authority_id as string;
  if (changed === undefined || changed === former) return [];
  return [{ account, customerIdent: input.customer_ident, former, changed, date_updated }];
}
