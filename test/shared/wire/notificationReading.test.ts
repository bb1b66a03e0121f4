import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { connectToWait } from '../../../shared/runtime/redis/redis.ts';
import { notificationOf, notificationStream } from '../../../shared/wire/changeNotifications.ts';
import { NotificationReading } from '../../../shared/wire/notificationReading.ts';
import { startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

describe('reading of notifications', () => {
  it('makes a stream that expires, and says when notifications may have been lost', async () => {
    const own = await startPrivateRedis();
    const redis = connectToWait(own.server.url, ignoreEvents, 0) as Redis;
    const accounts: number[] = [];
    let [gaps, ends] = [0, 0];
    let isWanted = true;
    const reading = await NotificationReading.begin({
      redis,
      emit: ignoreEvents,
      isWanted: () => isWanted,
      onAccounts: (changed) => accounts.push(...changed),
      onGap: () => (gaps += 1),
      onEnd: () => (ends += 1),
    });
    try {
      expect(await redis.pttl(notificationStream)).to.be.within(1, 30_000);
      await redis.xadd(notificationStream, '*', ...notificationOf([1, 2]));
      await redis.xadd(notificationStream, '*', ...notificationOf([]));
      await until(() => accounts.length === 2);
      expect(gaps).to.equal(0);

      await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await until(() => gaps === 1);
      await redis.xadd(notificationStream, '*', ...notificationOf([3]));
      await until(() => accounts.length === 3);

      expect(accounts).to.deep.equal([1, 2, 3]);
      isWanted = false;
      await redis.xadd(notificationStream, '*', ...notificationOf([4]));
      await until(() => ends === 1);
    } finally {
      reading.stop();
      redis.disconnect();
      await own.remove();
    }
  });
});
