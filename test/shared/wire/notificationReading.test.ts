import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { connectToWait } from '../../../shared/runtime/redis/redis.ts';
import { notificationOf, notificationStream } from '../../../shared/wire/changeNotifications.ts';
import { NotificationReading } from '../../../shared/wire/notificationReading.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

describe('reading of notifications', () => {
  let own: PrivateRedis;
  let redis: Redis;
  before(async () => {
    own = await startPrivateRedis();
    redis = connectToWait(own.server.url, ignoreEvents, 0) as Redis;
  });
  after(async () => {
    redis.disconnect();
    await own.remove();
  });

  const notify = (accounts: readonly number[]) =>
    redis.xadd(notificationStream, '*', ...notificationOf(accounts));

  it('makes a stream that expires, and says when notifications may have been lost', async () => {
    const accounts: number[] = [];
    let [gaps, ends] = [0, 0];
    let isWanted = true;
    const reading = await NotificationReading.begin({
      redis,
      emit: ignoreEvents,
      gatherMs: 0,
      isWanted: () => isWanted,
      onAccounts: (changed) => accounts.push(...changed),
      onGap: () => (gaps += 1),
      onEnd: () => (ends += 1),
    });
    try {
      expect(await redis.pttl(notificationStream)).to.be.within(1, 30_000);
      await notify([1, 2]);
      await notify([]);
      await until(() => accounts.length === 2);
      expect(gaps).to.equal(0);

      await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await until(() => gaps === 1);
      await notify([3]);
      await until(() => accounts.length === 3);

      expect(accounts).to.deep.equal([1, 2, 3]);
      isWanted = false;
      await notify([4]);
      await until(() => ends === 1);
    } finally {
      reading.stop();
    }
  });

  it('gathers what comes between two reads', async () => {
    const reads: number[][] = [];
    const reading = await NotificationReading.begin({
      redis,
      emit: ignoreEvents,
      gatherMs: 500,
      isWanted: () => true,
      onAccounts: (changed) => reads.push([...changed]),
      onGap: () => {},
      onEnd: () => {},
    });
    try {
      await notify([1]);
      await until(() => reads.length === 1);
      for (const accounts of [[2], [3, 2], [4]]) await notify(accounts);
      await until(() => reads.length === 2);

      expect(reads).to.deep.equal([[1], [2, 3, 4]]);
    } finally {
      reading.stop();
    }
  });
});
