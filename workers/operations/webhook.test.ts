import { webhookTest } from '../../shared/contract/operations/webhook.test.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';

/** Only asks for the test: no transaction waits for a receiver. */
export default writes(webhookTest, async (calls, { webhooks, clock }) => {
  const found = await webhooks.locked(scopedBy(calls, 'webhook_ident'));
  const ids = new Map<Call, string>();
  const now = nowUtc(clock);
  for (const call of calls) {
    const { account, input } = call;
    if (!found.has(recordKey(account, input.webhook_ident))) continue;
    ids.set(call, await webhooks.requestTest(account, input.webhook_ident, `msg_${newId()}`, now));
  }
  return (call) => {
    const delivery_id = ids.get(call);
    return delivery_id === undefined ? refused('webhook_not_found') : done({ delivery_id });
  };
});
