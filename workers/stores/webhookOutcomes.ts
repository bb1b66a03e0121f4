import type { DeliveryKind, DisabledReason } from '../../shared/contract/resources/webhook.ts';
import { maxUntriedHours, retriedDays } from '../../shared/contract/values/contractLimits.ts';
import type { Database } from '../database/database.ts';
import { ChangeWriter } from './changeWriter.ts';
import { Webhooks } from './webhooks.ts';

/** Names a webhook in the table. */
export interface WebhookKey {
  readonly account: number;
  readonly ident: string;
}

/** Names a delivery, and all that its changes are found by: `resources` and `kinds` are those that the webhook had then. */
export interface DeliveryKey {
  readonly delivery_id: string;
  readonly delivery_kind: DeliveryKind;
  readonly after_position: number;
  readonly until_position: number;
  readonly resources: string;
  readonly kinds: string;
}

/** Outcome of an attempt, in the columns of the table. */
export interface AttemptRow extends DeliveryKey {
  readonly delivered: boolean;
  readonly status: number;
  readonly error: string;
  readonly answer: string;
  readonly duration_ms: number;
}

export const now = 'UTC_TIMESTAMP(3)';

export function rowOf(database: Database, { account, ident }: WebhookKey) {
  return database('webhooks').where({ account_id: account, webhook_ident: ident });
}

/** Ends the lease, and lists the attempt. Resolves to false, and writes nothing, if the lease was lost. */
export async function settle(
  transaction: Database,
  key: WebhookKey,
  lease: string,
  attempt: AttemptRow,
  change: object,
): Promise<boolean> {
  const affected = await rowOf(transaction, key)
    .where({ lease })
    .update({ ...change, lease: null, lease_until: transaction.raw(now) });
  if (affected === 0) return false;
  const { delivered, status, error, answer, duration_ms } = attempt;
  const outcome = { delivered, status, error, answer, duration_ms };
  const changed = { ...outcome, date_attempted: transaction.raw('UTC_TIMESTAMP()'), date_requested: null };
  await transaction('webhook_deliveries')
    .insert({ account_id: key.account, webhook_ident: key.ident, attempts: 1, ...attempt, ...changed })
    .onConflict()
    .merge({ ...changed, attempts: transaction.raw('webhook_deliveries.attempts + 1') });
  return true;
}

/** Tells whether a delivery was tried in the last day: the longest pause between attempts is under nine hours. */
export async function wasTriedLately(
  transaction: Database,
  { account, ident }: WebhookKey,
  deliveryId: string,
): Promise<boolean> {
  const row = await transaction('webhook_deliveries')
    .select('date_attempted')
    .where({ account_id: account, webhook_ident: ident, delivery_id: deliveryId })
    .whereRaw(`date_attempted > UTC_TIMESTAMP() - INTERVAL ${maxUntriedHours} HOUR`)
    .first();
  return row !== undefined;
}

export async function hasFailedForDays(transaction: Database, key: WebhookKey): Promise<boolean> {
  const since = `failing_since < UTC_TIMESTAMP() - INTERVAL ${retriedDays} DAY`;
  return (await rowOf(transaction, key).select('failing_since').whereRaw(since).first()) !== undefined;
}

export async function disable(
  transaction: Database,
  key: WebhookKey,
  reason: DisabledReason,
): Promise<boolean> {
  const changeWriter = new ChangeWriter(transaction);
  const isDisabled = await new Webhooks(transaction, changeWriter).disable(key.account, key.ident, reason);
  await changeWriter.record();
  return isDisabled;
}
