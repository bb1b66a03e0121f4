import { changedResources, changeKinds } from '../../shared/contract/resources/change.ts';
import type { DeliveryKind } from '../../shared/contract/resources/webhook.ts';
import { listedNames } from '../stores/deliverable.ts';
import type { DeliveryRow, WebhookRow } from '../stores/webhooks.ts';

/** Returns a list of names in the form of the table, where none means all. */
export function storedNames(names: readonly string[] | undefined): string {
  return [...new Set(names)].join(',');
}

/** Answer about a webhook, without its secret. */
export function webhookAnswer(row: WebhookRow) {
  const { webhook_ident, url, failures, date_created, disabled_reason } = row;
  return {
    webhook_ident,
    url,
    resources: namesOf(row.resources, changedResources),
    kinds: namesOf(row.kinds, changeKinds),
    enabled: row.date_disabled === null ? (1 as const) : (0 as const),
    disabled_reason,
    failures,
    waiting: Math.max(0, (row.last_position ?? 0) - row.position),
    date_created,
  };
}

/** Returns the fields of a delivery that clients and operators see. */
export function deliveryAnswer(row: DeliveryRow) {
  const { delivery_id, attempts, status, error, answer, duration_ms, date_attempted } = row;
  return {
    delivery_id,
    delivery_kind: row.delivery_kind as DeliveryKind,
    delivered: row.delivered === 1 ? (1 as const) : (0 as const),
    attempts,
    status,
    error,
    answer,
    duration_ms,
    date_attempted,
  };
}

function namesOf<Name extends string>(list: string, all: readonly Name[]): Name[] {
  return [...((listedNames(list) as readonly Name[] | undefined) ?? all)];
}
