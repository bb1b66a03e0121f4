import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { keepConnecting } from '../../shared/runtime/redis/reconnecting.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { until } from '../support/until.ts';

describe('a connection that is kept', () => {
  let server: PrivateRedis;
  before(async () => {
    server = await startPrivateRedis();
  });
  after(() => server.remove());

  it('is opened again after it has given up, and not after it was closed', async () => {
    const redis = keepConnecting(new Redis(server.server.url, { retryStrategy: () => null }));
    redis.on('error', () => {});
    await until(() => redis.status === 'ready');

    await server.server.stop();
    await until(() => redis.status !== 'ready');
    await server.server.start();
    await until(() => redis.status === 'ready');

    redis.disconnect();
    await until(() => redis.status === 'end');
    // Longer than it waits before it opens a connection again: nothing else shows that it does not.
    await delay(300);
    expect(redis.status).to.equal('end');
  });
});
