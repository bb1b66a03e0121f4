import { once } from 'node:events';
import { expect } from 'chai';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { connectToBlock } from '../../shared/runtime/redis/blockingReader.ts';
import { becomesReady, connectToWait } from '../../shared/runtime/redis/redis.ts';
import { startPrivateRedis } from '../support/privateRedis.ts';
import { until } from '../support/until.ts';

describe('a connection that blocks', () => {
  it('ends when it is disconnected between two attempts to connect', async () => {
    const own = await startPrivateRedis();
    const redis = connectToWait(own.server.url, ignoreEvents, 0);
    try {
      await becomesReady(redis);
      const reader = connectToBlock(redis, { key: 'any', blockMs: 1_000, emit: ignoreEvents });
      const reading = reader.blpop('any', 0).catch((error: Error) => error);
      await becomesReady(reader);
      await own.server.stop();
      await until(() => reader.status === 'reconnecting');

      const ended = once(reader, 'end');
      reader.disconnect();
      await ended;

      expect(await reading).to.be.an('error');
    } finally {
      redis.disconnect();
      await own.remove();
    }
  });
});
