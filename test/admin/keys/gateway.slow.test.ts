// @early: one of the slowest.
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { secretKeyOf } from '../../../shared/secrets/keyRing.ts';
import { heartbeatsKey } from '../../../shared/wire/heartbeats.ts';
import { queuesOf } from '../../../shared/wire/queues.ts';
import { KeyedService, newKey, readiness, statusOf } from '../../support/keyedService.ts';
import type { Ended } from '../../support/running.ts';
import { until } from '../../support/until.ts';

/** Expects an end with exit code 1 and one line on standard error. */
function expectRefusal({ code, stderr }: Ended, pattern: RegExp): void {
  expect({ code, lines: stderr.match(/\n/g)?.length }, stderr).to.deep.equal({ code: 1, lines: 1 });
  expect(stderr).to.match(pattern);
}

describe('a gateway and its secret key (starts gateways)', function () {
  this.timeout(60_000);
  const [right, wrong] = [newKey(), newKey()];
  const refusal = new RegExp(
    `^counterfoil: COUNTERFOIL_SECRET_KEY \\(key id ${secretKeyOf(wrong).id}\\) is not the key of this database: set it to the one with key id ${secretKeyOf(right).id}\\n$`,
  );
  let service: KeyedService;
  beforeEach(async () => {
    service = await KeyedService.start('keys_gateway');
  });
  afterEach(() => service.remove());

  it('starts with the right one, and is ready', async () => {
    const app = await service.createApp(right);
    await service.startWorker();

    const gateway = await service.startGateway(right);

    expect(await readiness(gateway)).to.deep.equal({ status: 200, ready: true, key: 'proven' });
    expect(await statusOf(gateway, app)).to.equal(200);
  });

  it('does not start with a wrong one, and says so in one line [wrong-key]', async () => {
    await service.createApp(right);
    await service.startWorker();

    const { running } = await service.launchGateway(wrong);

    const ended = await running.ended;
    expectRefusal(ended, refusal);
    expect(ended.stdout).not.to.include('"event":"started"');
  });

  it('starts without anybody to ask, is not ready, and stops when the key turns out to be wrong', async () => {
    await service.createApp(right);
    const [one, other] = [await service.launchGateway(right), await service.launchGateway(wrong)];
    await Promise.all([one, other].map(({ running }) => running.prints(/"event":"started"/)));
    for (const gateway of [one, other])
      expect(await readiness(gateway)).to.deep.equal({ status: 503, ready: false, key: 'unknown' });

    await service.startWorker();

    expectRefusal(await other.running.ended, refusal);
    await until(async () => (await readiness(one)).status === 200);
    expect(await readiness(one)).to.include({ key: 'proven' });
  });

  it('is not ready while all workers seem to be there, but nobody answers what the key is', async () => {
    const redis = new Redis(service.redis.server.url);
    for (const queue of queuesOf())
      await redis.zadd(heartbeatsKey(queue, redis), 4_000_000_000_000, 'frozen');
    redis.disconnect();

    const gateway = await service.launchGateway(right);
    await gateway.running.prints(/"event":"started"/);

    expect(await readiness(gateway)).to.deep.equal({ status: 503, ready: false, key: 'unknown' });
  });

  it('is ready without any app, and stops when the first one is made with another key', async () => {
    await service.startWorker();
    const gateway = await service.startGateway(wrong);
    expect(await readiness(gateway)).to.include({ key: 'unproven' });

    const app = await service.createApp(right);

    // It finds out at the latest when somebody calls.
    expect(await statusOf(gateway, app)).to.equal(401);
    expectRefusal(await gateway.running.ended, refusal);
  });

  it('lets an app sign with the secret that it can open, though the other one was made with a wrong key', async () => {
    const app = await service.createApp(right);
    const { pool } = service.database;
    const [{ secret } = { secret: '' }] = await pool('apps').select('secret');
    await pool('apps').update({ former_secret: secret.replaceAll(/[A-Za-z]/g, 'A') });
    await service.startWorker();

    expect(await statusOf(await service.startGateway(right), app)).to.equal(200);
  });
});
