import { expect } from 'chai';
import { migrateUp } from '../../../migrations/migrations.ts';
import { Accounts } from '../../../workers/stores/accounts.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { type Deliverable, WebhookDeliveries } from '../../../workers/stores/webhookDeliveries.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';

const ident = 'whk_1';
const date_created = '2026-01-01 00:00:00';

const attempt = {
  delivery_id: 'msg_1',
  delivery_kind: 'changes',
  after_position: 0,
  until_position: 1,
  delivered: true,
  status: 204,
  error: '',
  answer: '',
  duration_ms: 1,
} as const;

/** Uses its own database, since workers of other tests deliver what they find in the shared one. */
describe('the store of deliveries', () => {
  let own: OwnDatabase;
  let deliveries: WebhookDeliveries;
  before(async () => {
    own = await newDatabase('deliveries');
    await migrateUp(own.pool);
    deliveries = new WebhookDeliveries(own.pool);
  });
  after(() => own.drop());

  /** Creates an account with a webhook and two changes that are `age` seconds old. */
  async function newWebhook(age: number): Promise<number> {
    const account = await new Accounts(own.pool).create({
      account_ident: 'acc_1',
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
    await own.pool.transaction(async (transaction) => {
      const { webhooks, feedWriter } = new Stores(transaction);
      await webhooks.insert([
        {
          account_id: account,
          webhook_ident: ident,
          url: 'http://localhost/',
          resources: '',
          kinds: '',
          secret: '',
          date_created,
          date_disabled: null,
          disabled_reason: '',
        },
      ]);
      feedWriter.note('created', 'article', [{ account, ident: 'art_1' }]);
      await feedWriter.record();
    });
    await own.pool('changes').update({ date_created: secondsAgo(age) });
    return account;
  }

  const secondsAgo = (seconds: number) => own.pool.raw('UTC_TIMESTAMP() - INTERVAL ? SECOND', [seconds]);

  it('counts no delivery as overdue before the lease of the attempt in flight ended', async () => {
    const key = { account: await newWebhook(100), ident };
    const overdue = async () => (await deliveries.counts()).overdueSeconds;
    const before = await overdue();
    const row = (await deliveries.read(key)) as Deliverable;

    expect(await deliveries.claim(row, 1, 'lease')).to.equal(true);
    const inFlight = await overdue();
    await own.pool('webhooks').update({ lease_until: secondsAgo(30) });
    const abandoned = await overdue();
    await own.pool('webhooks').update({ lease_until: own.pool.raw('UTC_TIMESTAMP() + INTERVAL 20 SECOND') });
    await deliveries.delivered(key, 'lease', attempt);

    expect(before).to.be.at.least(100);
    expect(inFlight).to.equal(0);
    expect(abandoned).to.be.within(30, 90);
    expect((await deliveries.due({ account: 0, ident: '' }, 10, 1_000)).length).to.equal(1);
    expect(await overdue()).to.be.below(30);
  });
});
