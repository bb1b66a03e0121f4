import { expect } from 'chai';
import { migrateDown, migrateUp } from '../../../migrations/index.ts';
import { heartbeatsKey } from '../../../shared/calls/queues.ts';
import { ignoreEvents } from '../../../shared/process/log.ts';
import type { RedisClient } from '../../../shared/redis/client.ts';
import { connectToWait } from '../../../shared/redis/redis.ts';
import { FeedGuard } from '../../../workers/changes/feedGuard.ts';
import { ChangeFeed } from '../../../workers/stores/changeFeed.ts';
import { recordEvents } from '../../support/events.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { redisUrl } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

/** On a database and a Redis database of its own. */
describe('guard of the feed', () => {
  const heartbeats = () => heartbeatsKey({ resource: 'article', lane: 'bulk' }, redis);
  let own: OwnDatabase;
  let redis: RedisClient;
  const guards: FeedGuard[] = [];
  before(async () => {
    redis = connectToWait(redisUrl(13), ignoreEvents, 1_000);
    own = await newDatabase('feed_guard');
    await migrateUp(own.pool);
    await redis.del(heartbeats());
  });
  afterEach(async () => {
    for (const guard of guards.splice(0)) guard.stop();
    await redis.del(heartbeats());
  });
  after(async () => {
    redis.disconnect();
    await own.drop();
  });

  const feed = () => new ChangeFeed(own.pool);
  const epoch = async () => (await feed().look([])).epoch;
  function start(quietMs = 100) {
    const { emit, emitted } = recordEvents();
    guards.push(new FeedGuard({ redis, clock: Date, feed: feed(), emit, quietMs }));
    return emitted;
  }
  const beat = (member: string) => redis.zadd(heartbeats(), Date.now() + 60_000, member);

  it('closes it while a worker runs that records no changes, and then lets earlier cursors expire [changes-upgrade]', async () => {
    const before = await epoch();
    await beat('01jd2q4z0c8k3v7n5m9x1r6t2w');
    const emitted = start();

    await until(async () => !(await feed().isOpen()));
    await redis.del(heartbeats());
    await until(() => feed().isOpen());

    expect(await epoch()).to.not.equal(before);
    await until(() => emitted('changes_opened').length === 1);
    expect(emitted('changes_closed')).to.have.length(1);
  });

  it('leaves it open beside workers that record changes', async () => {
    const before = await epoch();
    await beat('changes 01jd2q4z0c8k3v7n5m9x1r6t2w');
    const [one, other] = [start(), start()];
    await beat('01jd2q4z0c8k3v7n5m9x1r6t2w');
    await until(() => [...one('changes_closed'), ...other('changes_closed')].length > 0);

    expect(await epoch()).to.equal(before); // until the other worker came, nothing had happened
    expect([...one('changes_opened'), ...other('changes_opened')]).to.deep.equal([]);
    await feed().open();
  });

  it('is closed after a migration of a database that is in use, and lets all cursors expire [changes-upgrade]', async () => {
    const before = await epoch();
    while (!(await migrateDown(own.pool)).includes('0010_changes'));
    const account = { account_ident: 'acc_1', term_of_credit: 1, number_start: 1, time_zone: 'UTC' };
    await own.pool('accounts').insert({ ...account, date_created: '2026-01-01 00:00:00' });
    await migrateUp(own.pool);
    const isOpen = await feed().isOpen();
    start();
    await until(() => feed().isOpen());

    expect(isOpen).to.equal(false);
    expect(await epoch()).to.not.equal(before);
  });
});
