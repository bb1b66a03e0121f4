import { expect } from 'chai';
import { Nonces } from '../../../gateway/apps/nonces.ts';
import { connectToSend, reached } from '../../../shared/runtime/redis/redis.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';
import { until } from '../../support/until.ts';

const deadlineMs = 300;

describe('nonces while Redis is slow', () => {
  let server: PrivateRedis;
  let proxy: TcpProxy;
  let redis: ReturnType<typeof connectToSend>;
  let nonces: Nonces;
  before(async () => {
    server = await startPrivateRedis();
    const url = new URL(server.server.url);
    proxy = await TcpProxy.listen(Number(url.port));
    url.port = String(proxy.port);
    redis = connectToSend(url.href, () => {});
    await reached(redis);
    nonces = new Nonces(redis, { now: () => Date.now(), redisNow: () => Date.now() }, deadlineMs);
  });
  after(async () => {
    nonces.stop();
    redis.disconnect();
    await proxy.close();
    await server.remove();
  });

  const take = (nonce: string) => nonces.take('app_1', nonce, Math.floor(Date.now() / 1_000), 'writes');

  it('are given up at their deadline, also the first one after unsent ones', async () => {
    proxy.answerDelayMs = 4 * deadlineMs;
    const asked = proxy.roundTrips;
    const sent = take('sent');
    await until(async () => proxy.roundTrips > asked);
    const unsent = take('unsent');
    expect(await Promise.all([sent, unsent])).to.deep.equal(['unavailable', 'unavailable']);

    expect(await take('later')).to.equal('unavailable');
  });
});
