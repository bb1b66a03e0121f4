import { webhookTest } from '../../shared/contract/operations/webhook.test.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import { nowUtc } from '../stores/time.ts';

/** Only asks for the test: no transaction waits for a receiver. */
export default writes(webhookTest, async (calls, { webhooks, clock }) => {
  const found = await webhooks.find(scopedBy(calls, 'webhook_ident'));
  const ids = new Map(calls.map((call) => [call, `msg_${newId()}`]));
  const now = nowUtc(clock);
  for (const [{ account, input }, id] of ids)
    if (found.has(recordKey(account, input.webhook_ident)))
      await webhooks.requestTest(account, input.webhook_ident, id, now);
  return (call) =>
    found.has(recordKey(call.account, call.input.webhook_ident))
      ? done({ delivery_id: ids.get(call) as string })
      : refused('webhook_not_found');
});
