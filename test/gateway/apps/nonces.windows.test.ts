import { expect } from 'chai';
import { Redis } from 'ioredis';
import { Nonces } from '../../../gateway/apps/nonces.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

/** Milliseconds. */
const deadlineMs = 5_000;
const second = 1_000;

describe('nonces over time', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let now: number;
  let nonces: Nonces;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    now = 1_760_000_000_000;
    nonces = new Nonces(redis, { now: () => now }, deadlineMs);
  });
  after(async () => {
    redis.disconnect();
    await server.remove();
  });

  const take = (nonce: string, from = nonces) => from.take('app_1', nonce, 'writes');
  const windows = () => redis.keys('*nonces*');

  for (const seconds of [0, 1, 329, 600, 659, 660])
    for (const shift of [0, 100, 329, 559, 659])
      it(`are known for ${seconds} s after second ${shift} of a window`, async () => {
        now += (shift - ((now / second) % 660)) * second;
        expect(await take('one')).to.equal('taken');
        now += seconds * second;

        expect(await take('one')).to.equal('reused');
        expect(await take('other')).to.equal('taken');
      });

  it('are known to a gateway that is still in the previous window', async () => {
    now -= now % (660 * second);
    const late = new Nonces(redis, { now: () => now - 5 }, deadlineMs);
    expect(await take('one')).to.equal('taken');

    expect(await take('one', late)).to.equal('reused');
  });

  it('are removed when no longer needed, and expire when there is no gateway', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      expect(await take('one')).to.equal('taken');
      now += 660 * second;
      expect(await take(`at ${hour}`)).to.equal('taken');
      now += 3_600 * second;
    }

    for (const key of await windows()) expect(await redis.pttl(key)).to.be.within(1, 1_320 * second);
    for (let window = 0; window < 10; window += 1) {
      now += 660 * second;
      await take(`in window ${window}`);
    }
    await until(async () => (await windows()).filter((key) => isNear(key)).length <= 2);
  });

  it('that arrive twice at once are taken once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 500 }, (_, at) => take(`n${at % 250}`)));

    expect(outcomes.filter((outcome) => outcome === 'taken')).to.have.length(250);
  });

  /** Of the last windows, which were used one after the other. */
  function isNear(key: string): boolean {
    return Number(key.split(':').at(-1)) > now / second / 660 - 11;
  }
});
