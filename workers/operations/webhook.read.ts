import { webhookRead } from '../../shared/contract/operations/webhook.read.ts';
import type { DeliveryKind } from '../../shared/contract/resources/webhook.ts';
import { webhookAnswer } from '../operationHelpers/webhookAnswers.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';
import type { DeliveryRow } from '../stores/webhooks.ts';

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

function deliveryAnswer(row: DeliveryRow) {
  const { delivery_id, attempts, status, error, answer, duration_ms, date_attempted } = row;
  const delivered = row.delivered === 1 ? (1 as const) : (0 as const);
  const delivery_kind = row.delivery_kind as DeliveryKind;
  return {
    delivery_id,
    delivery_kind,
    delivered,
    attempts,
    status,
    error,
    answer,
    duration_ms,
    date_attempted,
  };
}
