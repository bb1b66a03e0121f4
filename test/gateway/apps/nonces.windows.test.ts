import { expect } from 'chai';
import { Redis } from 'ioredis';
import { Nonces } from '../../../gateway/apps/nonces.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';

const deadlineMs = 5_000;
const second = 1_000;

describe('nonces over time', () => {
  let server: PrivateRedis;
  let redis: Redis;
  /** The service's time, and Redis's. */
  let now: number;
  let redisNow: number;
  let nonces: Nonces;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    now = redisNow = 1_760_000_000_000;
    nonces = new Nonces(redis, { now: () => now, redisNow: () => redisNow }, deadlineMs);
  });
  afterEach(() => nonces.stop());
  after(async () => {
    redis.disconnect();
    await server.remove();
  });

  const take = (nonce: string, signedAt = now / second) => nonces.take('app_1', nonce, signedAt, 'writes');
  const pass = (seconds: number) => {
    now += seconds * second;
    redisNow += seconds * second;
  };
  const windows = async () => (await redis.keys('*{nonces}:*')).filter((key) => /\d$/.test(key));

  for (const seconds of [0, 1, 329, 600, 659, 660])
    for (const shift of [0, 100, 329, 559, 659])
      it(`are known for ${seconds} s after second ${shift} of a window`, async () => {
        pass(shift - ((now / second) % 660));
        const signedAt = now / second;
        expect(await take('one')).to.equal('taken');
        pass(seconds);
        await nonces.removeOld();

        expect(await take('one')).to.equal('reused');
        expect(await take('one', signedAt)).to.be.oneOf(['reused', 'forgotten']);
        expect(await take('other')).to.equal('taken');
      });

  for (const seconds of [-1_800, -90, -2, 2, 90, 1_800])
    for (const shift of [0, 1, 329, 658, 659])
      it(`are known after a step by ${seconds} s in second ${shift} of a window [clock-steps]`, async () => {
        pass(shift - ((now / second) % 660));
        const signedAt = now / second;
        expect(await take('one')).to.equal('taken');
        redisNow += seconds * second;
        for (let passed = 0; passed < 3_600; passed += 300) {
          pass(300);
          await nonces.removeOld();
          await take(`after ${passed}`);

          expect(await take('one', signedAt)).to.be.oneOf(['reused', 'forgotten']);
        }
      });

  it('do not expire, and what was signed before those that are removed is refused for ever [clock-steps]', async () => {
    const signedAt = now / second;
    expect(await take('one')).to.equal('taken');
    for (const key of await windows()) expect(await redis.pttl(key)).to.equal(-1);
    pass(3_600);
    await nonces.removeOld();
    expect(await windows()).to.deep.equal([]);
    now = redisNow = signedAt * second;

    expect(await take('one', signedAt)).to.equal('forgotten');
  });

  it('are removed when no signature can be near them', async () => {
    for (let window = 0; window < 20; window += 1) {
      await take(`in window ${window}`);
      await nonces.removeOld();
      expect(await windows()).to.have.length.within(1, 3);
      pass(660);
    }
  });
});
