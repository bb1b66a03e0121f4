import { webhookTest } from '../../shared/contract/operations/webhook.test.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';

/** Requests the test only: no transaction waits for a receiver. */
export default writes(webhookTest, async (calls, { webhooks, clock }) => {
  const found = await webhooks.locked(scopedBy(calls, 'webhook_ident'));
  const rowOf = ({ account, input }: (typeof calls)[number]) =>
    found.get(recordKey(account, input.webhook_ident));
  const ids = new Map<Call, string>();
  const now = nowUtc(clock);
  for (const call of calls) {
    const { account, input } = call;
    const row = rowOf(call);
    if (!row || row.disabled_reason === 'operator') continue;
    ids.set(call, await webhooks.requestTest(account, input.webhook_ident, `msg_${newId()}`, now));
  }
  return (call) => {
    const delivery_id = ids.get(call);
    if (delivery_id !== undefined) return done({ delivery_id });
    return refused(rowOf(call) ? 'webhook_held' : 'webhook_not_found');
  };
});
