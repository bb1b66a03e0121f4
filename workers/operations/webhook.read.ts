import { webhookRead } from '../../shared/contract/operations/webhook.read.ts';
import { deliveryAnswer, webhookAnswer } from '../operationHelpers/webhookAnswers.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default reads(webhookRead, async (calls, { webhooks }) => {
  const wanted = scopedBy(calls, 'webhook_ident');
  const found = await webhooks.find(wanted);
  const deliveries = await webhooks.deliveries(
    wanted.filter(({ account, value }) => found.has(recordKey(account, value))),
  );
  return ({ account, input }) => {
    const key = recordKey(account, input.webhook_ident);
    const row = found.get(key);
    if (!row) return refused('webhook_not_found');
    return done({ ...webhookAnswer(row), deliveries: (deliveries.get(key) ?? []).map(deliveryAnswer) });
  };
});
