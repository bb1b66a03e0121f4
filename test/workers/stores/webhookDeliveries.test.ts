import { expect } from 'chai';
import { migrateUp } from '../../../migrations/migrations.ts';
import type { Deliverable } from '../../../workers/stores/deliverable.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { WebhookDeliveries } from '../../../workers/stores/webhookDeliveries.ts';
import type { WebhookKey } from '../../../workers/stores/webhookOutcomes.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { attempt, gone, newOwnWebhook } from '../../support/ownWebhook.ts';

const start = { account: 0, ident: '' };

/** Uses its own database, since workers of other tests deliver what they find in the shared one. */
describe('the store of deliveries', () => {
  let own: OwnDatabase;
  let deliveries: WebhookDeliveries;
  let key: WebhookKey;
  before(async () => {
    own = await newDatabase('deliveries');
    await migrateUp(own.pool);
    deliveries = new WebhookDeliveries(own.pool);
  });
  beforeEach(async () => {
    for (const table of ['webhooks', 'webhook_deliveries']) await own.pool(table).truncate();
    key = await newOwnWebhook(own.pool, 'sealed');
  });
  after(() => own.drop());

  const secondsAgo = (seconds: number) => own.pool.raw('UTC_TIMESTAMP() - INTERVAL ? SECOND', [seconds]);
  const stored = () => own.pool('webhooks').first();
  const listed = () => own.pool('webhook_deliveries');
  const lastPosition = async () =>
    (await own.pool('change_positions').where({ account_id: key.account }).first()).last_position;
  const overdue = async () => (await deliveries.counts()).overdueSeconds;

  async function takeLease(lease: string): Promise<void> {
    const row = (await deliveries.read(key)) as Deliverable;
    expect(await deliveries.claim(row, 1, lease)).to.equal(true);
  }

  it('counts no delivery as overdue before the lease of the attempt in flight ended', async () => {
    await own.pool('changes').update({ date_created: secondsAgo(100) });
    const before = await overdue();

    await takeLease('lease');
    const inFlight = await overdue();
    await own.pool('webhooks').update({ lease_until: secondsAgo(30) });
    const abandoned = await overdue();
    await own.pool('webhooks').update({ lease_until: own.pool.raw('UTC_TIMESTAMP() + INTERVAL 20 SECOND') });
    await deliveries.delivered(key, 'lease', attempt);

    expect(before).to.be.at.least(100);
    expect(inFlight).to.equal(0);
    expect(abandoned).to.be.within(30, 90);
    expect((await deliveries.due(start, 10, 1_000)).length).to.equal(1);
    expect(await overdue()).to.be.below(30);
  });

  it('counts no pause after a failure as overdue, but one without failures', async () => {
    await own.pool('changes').update({ date_created: secondsAgo(100) });
    const row = (await deliveries.read(key)) as Deliverable;

    expect(await deliveries.postpone(row, 60)).to.equal(true);
    expect(await deliveries.postpone(row, 60), 'a second worker').to.equal(false);

    expect(await deliveries.due(start, 10, 1_000)).to.deep.equal([]);
    expect(await overdue()).to.be.at.least(100);
    await own.pool('webhooks').update({ failures: 1 });
    expect(await overdue()).to.equal(0);
  });

  it('counts the age of the oldest change that an enabled webhook has not delivered, whatever it waits for', async () => {
    const oldest = async () => (await deliveries.counts()).oldestChangeSeconds;
    await own.pool('changes').update({ date_created: secondsAgo(100) });

    await takeLease('lease');
    const inFlight = await oldest();
    await deliveries.failed(key, 'lease', gone, { pauseSeconds: 3_600, isGone: false });
    const paused = await oldest();
    await own.pool('webhooks').update({ date_disabled: '2026-01-01 00:00:00' });
    const disabled = await oldest();
    const position = await lastPosition();
    await own.pool('webhooks').update({ date_disabled: null, position });

    expect(inFlight).to.be.within(100, 160);
    expect(paused).to.be.within(100, 160);
    expect(disabled).to.equal(0);
    expect(await oldest(), 'all delivered').to.equal(0);
  });

  for (const [failures, last_ms, pace, requestedPace] of [
    [0, 1_000, 'quick', 'quick'],
    [9, 1_000, 'quick', 'quick'],
    [0, 1_001, 'slow', 'slow'],
    [1, 1_001, 'slow', 'slow'],
    [2, 1_001, 'dead', 'slow'],
  ] as const)
    it(`says that a receiver is ${pace} after ${failures} failures and ${last_ms} ms`, async () => {
      const { webhooks } = new Stores(own.pool);
      await own.pool('webhooks').update({ failures, last_ms });
      await webhooks.requestTest(key.account, key.ident, 'msg_test', '2026-01-01 00:00:00');

      expect(await deliveries.due(start, 10, 1_000)).to.deep.equal([{ ...key, pace }]);
      expect(await deliveries.requested(10, 1_000)).to.deep.equal([{ ...key, pace: requestedPace }]);
      await webhooks.enable(key.account, key.ident);
      expect(await deliveries.dueOf([key.account], 1_000)).to.deep.equal([{ ...key, pace: 'quick' }]);
    });

  it('disables a webhook in the transaction of the failure that ends it', async () => {
    const before = await lastPosition();
    await takeLease('lease');

    expect(await deliveries.failed(key, 'lease', gone, { pauseSeconds: 5, isGone: true })).to.equal('gone');

    expect(await stored()).to.include({ failures: 1, disabled_reason: 'gone', lease: null });
    expect(await lastPosition()).to.equal(before + 1);
  });

  it('disables a webhook after three days of failures, not before', async () => {
    const fail = async (failing_since: unknown) => {
      await own.pool('webhooks').update({ failing_since, date_next_attempt: null });
      await takeLease('lease');
      return deliveries.failed(key, 'lease', gone, { pauseSeconds: 5, isGone: false });
    };

    expect(await fail(secondsAgo(3 * 86_400 - 60))).to.equal(undefined);
    expect(await stored()).to.include({ failures: 1, date_disabled: null });
    expect(await fail(secondsAgo(3 * 86_400 + 1))).to.equal('failing');
    expect(await stored()).to.include({ failures: 2, disabled_reason: 'failing' });
  });

  it('counts no days in which nothing was tried as failures', async () => {
    const failAfter = async (hours: number) => {
      await own.pool('webhooks').update({ failing_since: secondsAgo(4 * 86_400), date_next_attempt: null });
      await listed().update({ date_attempted: secondsAgo(hours * 3_600) });
      await takeLease('lease');
      return deliveries.failed(key, 'lease', gone, { pauseSeconds: 5, isGone: false });
    };

    expect(await failAfter(0), 'no earlier attempt').to.equal(undefined);
    expect(await failAfter(25)).to.equal(undefined);
    const row = await own.pool('webhooks').where('failing_since', '>', secondsAgo(3_600)).first();
    expect(row).to.include({ failures: 2, date_disabled: null });
    expect(await failAfter(23)).to.equal('failing');
  });

  it('writes no outcome of an attempt that lost its lease', async () => {
    await takeLease('lease');
    await own.pool('webhooks').update({ lease: 'other' });
    await listed().insert({
      account_id: key.account,
      webhook_ident: key.ident,
      delivery_id: 'msg_test',
      delivery_kind: 'test',
      date_attempted: '2026-01-01 00:00:00',
      date_requested: '2026-01-01 00:00:00',
    });
    const before = [await stored(), await listed(), await lastPosition()];
    const test = { ...attempt, delivery_id: 'msg_test', delivery_kind: 'test' as const };

    expect(await deliveries.failed(key, 'lease', gone, { pauseSeconds: 5, isGone: true })).to.equal(
      undefined,
    );
    expect(await deliveries.delivered(key, 'lease', attempt)).to.equal(false);
    expect(await deliveries.answered(key, 'lease', test)).to.equal(false);

    expect([await stored(), await listed(), await lastPosition()]).to.deep.equal(before);
  });

  for (const change of [
    { url: 'http://localhost/new' },
    { secret: 'other' },
    { position: 1 },
    { date_disabled: '2026-01-01 00:00:00' },
  ])
    it(`gives no lease for a webhook that was read before it had ${JSON.stringify(change)}`, async () => {
      const row = (await deliveries.read(key)) as Deliverable;
      await own.pool('webhooks').update(change);

      expect(await deliveries.claim(row, 1, 'lease')).to.equal(false);
    });

  it('disables no webhook for purged changes that was moved over them meanwhile', async () => {
    const row = (await deliveries.read(key)) as Deliverable;
    await own.pool('webhooks').update({ position: 1 });

    expect(await deliveries.disablePurged(row)).to.equal(false);
    expect(await deliveries.disablePurged({ ...row, position: 1 })).to.equal(true);
    expect(await stored()).to.include({ disabled_reason: 'changes_purged' });
  });
});
