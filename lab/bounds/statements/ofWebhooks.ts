import { expect } from 'chai';
import { attempt } from '../../../test/support/ownWebhook.ts';
import type { Database } from '../../../workers/database/database.ts';
import type { WebhookDeliveries } from '../../../workers/stores/webhookDeliveries.ts';
import type { Webhooks } from '../../../workers/stores/webhooks.ts';
import { giant } from '../giant.ts';
import { type Bounds, few } from '../measurement.ts';

const now = '2024-01-01 00:00:00';
const account = giant;
const ident = 'whk_1';
const key = { account, ident };
const place = { account_id: account, webhook_ident: ident };
const slowMs = 1_000;

/** The accounts have few webhooks, and few deliveries: what is measured is that nothing else is read. */
const webhook = {
  ...place,
  url: 'https://example.com/',
  resources: '',
  kinds: '',
  secret: 'x',
  date_created: now,
  date_disabled: null,
  disabled_reason: '',
} as const;

const deliverable = {
  ...webhook,
  position: 0,
  until_position: null,
  tried_resources: '',
  tried_kinds: '',
  failures: 0,
  is_sandbox: 0,
};

/** Outcomes are written only for a webhook with the lease of the attempt. */
async function takeLease(database: Database): Promise<void> {
  await database('webhooks').insert({ ...webhook, position: 0, lease: 'lease' });
}

export const webhooks: Bounds<Webhooks> = {
  counts: few((store) => store.counts([giant, 2])),
  insert: few((store) => store.insert([webhook])),
  find: few((store) => store.find([{ account, value: ident }])),
  locked: few((store) => store.locked([{ account, value: ident }])),
  named: few((store) => store.named(ident)),
  list: few((store) => store.list([giant, 2])),
  update: few((store) => store.update(account, ident, { failures: 0 })),
  enable: few((store) => store.enable(account, ident)),
  disable: [
    ...few((store: Webhooks) => store.disable(account, ident, 'client')),
    ...few((store: Webhooks) => store.disable(account, ident, 'operator'), 'operator'),
  ],
  remove: few((store) => store.remove(account, ident)),
  deliveries: [
    ...few((store: Webhooks) => store.deliveries([{ account, value: ident }])),
    ...few(
      (store: Webhooks) => store.deliveries([{ account, value: ident }], { failed: true, until: now }),
      'failed',
    ),
  ],
  requestTest: few((store) => store.requestTest(account, ident, 'msg_2', now)),
  requestAgain: few(async (store, database) => {
    const range = { after_position: 0, until_position: 1 };
    await database('webhook_deliveries').insert({
      ...place,
      ...range,
      delivery_id: 'msg_1',
      date_attempted: now,
    });
    expect(await store.requestAgain(account, ident, 'msg_1')).to.equal('requested');
  }),
  lockedWithout: few((store) => store.lockedWithout('k.', place, 100)),
  replaceSecrets: few((store) => store.replaceSecrets([{ ...place, secret: 'y' }])),
};

export const webhookDeliveries: Bounds<WebhookDeliveries> = {
  due: few((store) => store.due({ account: 0, ident: '' }, 1_000, slowMs)),
  dueOf: few((store) => store.dueOf([giant, 2], slowMs)),
  requested: few((store) => store.requested(1_000, slowMs)),
  read: few((store) => store.read(key)),
  nextRequest: few((store) => store.nextRequest(key)),
  claim: few((store) => store.claim(deliverable, 1, 'lease')),
  skip: few((store) => store.skip(deliverable, 1)),
  postpone: few((store) => store.postpone(deliverable, 60)),
  delivered: few(async (store, database) => {
    await takeLease(database);
    expect(await store.delivered(key, 'lease', attempt)).to.equal(true);
  }),
  failed: [
    ...few(async (store: WebhookDeliveries, database) => {
      await takeLease(database);
      await store.failed(key, 'lease', attempt, { pauseSeconds: 5, isGone: false });
    }),
    ...few(async (store: WebhookDeliveries, database) => {
      await takeLease(database);
      expect(await store.failed(key, 'lease', attempt, { pauseSeconds: 5, isGone: true })).to.equal('gone');
    }, 'gone'),
  ],
  disablePurged: few(async (store, database) => {
    await takeLease(database);
    expect(await store.disablePurged(deliverable)).to.equal(true);
  }),
  answered: few(async (store, database) => {
    await takeLease(database);
    expect(await store.answered(key, 'lease', attempt)).to.equal(true);
  }),
  dropRequest: few((store) => store.dropRequest(key, 'msg_1')),
  removeExpired: few((store) => store.removeExpired(1_000)),
  counts: few((store) => store.counts()),
};
