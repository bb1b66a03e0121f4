import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import type { Database } from '../../workers/database/database.ts';
import { Accounts } from '../../workers/stores/accounts.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { rowOf, type WebhookKey } from '../../workers/stores/webhookOutcomes.ts';

const date_created = '2026-01-01 00:00:00';
let accounts = 0;

/** The delivery of its first change. */
export const attempt = {
  delivery_id: 'msg_1',
  delivery_kind: 'changes',
  after_position: 0,
  until_position: 1,
  resources: '',
  kinds: '',
  delivered: true,
  status: 204,
  error: '',
  answer: '',
  duration_ms: 1,
} as const;

export const gone = { ...attempt, delivered: false, status: 410 };

/**
 * Creates an account with a webhook that leads to a URL and has a secret that the keys open. `state` overrides other columns. A
 * worker that delivers meanwhile does not see it before.
 */
export async function newReceivedWebhook(
  pool: Database,
  keys: KeyRing,
  url: string,
  state: object = {},
): Promise<WebhookKey> {
  const key = await newOwnWebhook(pool, '', date_created);
  const secret = sealWebhookSecret(keys, newWebhookSecret(), key.account);
  await rowOf(pool, key).update({ url, secret, date_disabled: null, ...state });
  return key;
}

/** Creates an account with a webhook and two changes, in a database where no worker delivers them. */
export async function newOwnWebhook(
  pool: Database,
  secret = '',
  date_disabled: string | null = null,
): Promise<WebhookKey> {
  accounts += 1;
  const number = accounts;
  const account = await new Accounts(pool).create({
    account_ident: `acc_${number}`,
    name: 'test',
    term_of_credit: 14,
    number_start: 1,
    time_zone: 'UTC',
    currency: 'EUR',
    history_days: 90,
    requests_per_second: null,
    is_sandbox: 1,
    date_created,
  });
  const ident = `whk_${number}`;
  await pool.transaction(async (transaction) => {
    const { webhooks, changeWriter } = new Stores(transaction);
    await webhooks.insert([
      {
        account_id: account,
        webhook_ident: ident,
        url: 'http://localhost/',
        resources: '',
        kinds: '',
        secret,
        date_created,
        date_disabled,
        disabled_reason: '',
      },
    ]);
    changeWriter.note('created', 'article', [{ account, ident: 'art_1' }]);
    await changeWriter.record();
  });
  return { account, ident };
}
