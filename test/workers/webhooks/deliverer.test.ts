import { expect } from 'chai';
import { redeliver } from '../../../admin/webhooks.ts';
import { migrateUp } from '../../../migrations/migrations.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { sealWebhookSecret } from '../../../shared/secrets/webhookSecrets.ts';
import { ChangeReader } from '../../../workers/stores/changeReader.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { WebhookDeliveries } from '../../../workers/stores/webhookDeliveries.ts';
import type { WebhookKey } from '../../../workers/stores/webhookOutcomes.ts';
import { Deliverer } from '../../../workers/webhooks/deliverer.ts';
import { Sender } from '../../../workers/webhooks/deliverySender.ts';
import { recordEvents } from '../../support/events.ts';
import { newKey } from '../../support/keyedService.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { attempt, newOwnWebhook } from '../../support/ownWebhook.ts';

/** Uses its own database, since workers of other tests deliver what they find in the shared one. */
describe("a delivery that can't be made", () => {
  let own: OwnDatabase;
  let key: WebhookKey;
  before(async () => {
    own = await newDatabase('deliverer');
    await migrateUp(own.pool);
  });
  beforeEach(async () => {
    await own.pool('webhooks').truncate();
    const secret = sealWebhookSecret(new KeyRing(newKey()), 'whsec_secret', 1);
    key = await newOwnWebhook(own.pool, secret);
  });
  after(() => own.drop());

  /** Stands for a worker: each has a key that does not open the secret. */
  function worker() {
    const events = recordEvents();
    const ring = new KeyRing(newKey());
    const deliverer = new Deliverer({
      deliveries: new WebhookDeliveries(own.pool),
      changeReader: new ChangeReader(own.pool),
      sender: new Sender({ resolve: () => Promise.reject(new Error('nothing is sent')) }),
      keys: () => ring,
      clock: Date,
      emit: events.emit,
      publishChanges: () => {},
    });
    const dropped = () => events.emitted('webhook_request_dropped');
    return { deliverer, dropped, missing: () => events.emitted('webhook_key_missing').length };
  }

  it('is logged, without the key of its secret, once for each pause, by one worker of all', async () => {
    const workers = [worker(), worker()];

    for (const { deliverer } of [...workers, ...workers]) await deliverer.deliver(key);
    const logged = workers.map(({ missing }) => missing());
    await own.pool('webhooks').update({ date_next_attempt: '2026-01-01 00:00:00' });
    for (const { deliverer } of workers) await deliverer.deliver(key);

    expect(logged).to.deep.equal([1, 0]);
    expect(workers.map(({ missing }) => missing())).to.deep.equal([2, 0]);
    expect(await own.pool('webhooks').first()).to.include({ failures: 0, date_disabled: null, position: 0 });
  });

  it('ends a test without the key, which says why', async () => {
    const { deliverer, missing } = worker();
    await new Stores(own.pool).webhooks.requestTest(key.account, key.ident, 'msg_1', '2026-01-01 00:00:00');

    await deliverer.deliver(key);

    expect(await own.pool('webhook_deliveries').first()).to.include({
      delivery_id: 'msg_1',
      attempts: 1,
      delivered: 0,
      status: 0,
      error: "the service can't decrypt the secret of this webhook",
      date_requested: null,
    });
    expect(missing()).to.equal(1);
  });

  /** Lists a delivery of the webhook. */
  async function listAttempt(): Promise<void> {
    const row = { ...attempt, account_id: key.account, webhook_ident: key.ident };
    await own.pool('webhook_deliveries').truncate();
    await own.pool('webhook_deliveries').insert({ ...row, date_attempted: '2026-01-01 00:00:00' });
  }

  for (const [reason, change] of [
    ['changes_purged', () => own.pool('changes').where({ account_id: key.account }).delete()],
    [
      'unavailable',
      () => own.pool('accounts').where({ id: key.account }).update({ date_disabled: '2026-01-01 00:00:00' }),
    ],
  ] as const)
    it(`drops a repeat once and says so: ${reason}`, async () => {
      const { deliverer, dropped } = worker();
      const { account, ident } = key;
      await listAttempt();
      expect(await new Stores(own.pool).webhooks.requestAgain(account, ident, attempt.delivery_id)).to.equal(
        'requested',
      );

      await change();
      await deliverer.deliver(key);
      await deliverer.deliver(key);

      expect(dropped()).to.deep.equal([{ webhook: ident, reason }]);
      expect(await own.pool('webhook_deliveries').first()).to.include({ date_requested: null });
    });

  it('is not asked for again if its changes are no longer kept', async () => {
    const { account, ident } = key;
    await listAttempt();
    await own.pool('change_positions').where({ account_id: account }).update({ purged_position: 1 });

    const again = await redeliver(own.pool, ident, attempt.delivery_id).catch(
      (error: Error) => error.message,
    );

    expect(again).to.include('its changes are older than 30 days');
    expect(await own.pool('webhook_deliveries').first()).to.include({ date_requested: null });
  });
});
