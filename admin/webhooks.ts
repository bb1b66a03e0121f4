import { changesKeptDays, deliveriesKeptDays } from '../shared/contract/values/contractLimits.ts';
import { OperatorError } from '../shared/runtime/process/explain.ts';
import type { Database } from '../workers/database/database.ts';
import { Stores } from '../workers/stores/stores.ts';
import type { DeliveryFilter, DeliveryRow, WebhookRow } from '../workers/stores/webhooks.ts';

/** Throws an `OperatorError` if no account has the webhook. */
async function webhookOf(database: Database, ident: string): Promise<WebhookRow> {
  const webhook = await new Stores(database).webhooks.named(ident);
  if (!webhook)
    throw new OperatorError(
      `unknown webhook ${ident}: \`counterfoil webhook list ACCOUNT_IDENT\` lists the webhooks of an account`,
    );
  return webhook;
}

export async function deliveriesOf(
  database: Database,
  ident: string,
  filter: DeliveryFilter,
): Promise<readonly DeliveryRow[]> {
  const { account_id: account } = await webhookOf(database, ident);
  const lists = await new Stores(database).webhooks.deliveries([{ account, value: ident }], filter);
  return [...lists.values()].flat();
}

/** Disables a webhook, or enables it again at once: sending continues after the last change that was delivered. */
export async function setWebhookDisabled(
  database: Database,
  ident: string,
  disabled: boolean,
): Promise<void> {
  const { account_id: account } = await webhookOf(database, ident);
  await database.transaction(async (transaction) => {
    const { webhooks, changeWriter } = new Stores(transaction);
    if (disabled) await webhooks.disable(account, ident, 'operator');
    else await webhooks.enable(account, ident);
    await changeWriter.record();
  });
}

/** Sends a listed delivery once more, with the same id. Throws an `OperatorError` if that is not possible. */
export async function redeliver(database: Database, ident: string, deliveryId: string): Promise<void> {
  const { account_id: account } = await webhookOf(database, ident);
  const outcome = await new Stores(database).webhooks.requestAgain(account, ident, deliveryId);
  if (outcome === 'unknown')
    throw new OperatorError(
      `unknown delivery ${deliveryId}: \`counterfoil webhook deliveries ${ident}\` lists the latest, and all of the last ${deliveriesKeptDays} days with --limit and --until`,
    );
  if (outcome === 'purged')
    throw new OperatorError(
      `delivery ${deliveryId} can't be sent again: its changes are older than ${changesKeptDays} days, and no longer kept`,
    );
}
