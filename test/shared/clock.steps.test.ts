import { expect } from 'chai';
import { Redis } from 'ioredis';
import { maxStepMs, SharedClock, serviceTime } from '../../shared/runtime/redis/clock.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { onSteppedClock, SteppedClock } from '../support/steppedClock.ts';
import { until } from '../support/until.ts';

/** Milliseconds. A step that is seen and bridged leaves the error of two readings. */
const toleranceMs = 600;

describe("the shared clock and steps of Redis's clock (waits for the clock) [clock-steps]", () => {
  let clockOfRedis: SteppedClock;
  let server: PrivateRedis;
  let redis: Redis;
  const clocks: SharedClock[] = [];
  before(async () => {
    clockOfRedis = await SteppedClock.start();
    server = await onSteppedClock(clockOfRedis, startPrivateRedis);
    redis = new Redis(server.server.url);
  });
  beforeEach(async () => {
    await clockOfRedis.set(0);
    await redis.flushall();
  });
  afterEach(() => {
    for (const clock of clocks.splice(0)) clock.stop();
  });
  after(async () => {
    redis.disconnect();
    await server.remove();
    await clockOfRedis.remove();
  });

  const started = async (steps: number[] = []) => {
    const clock = await SharedClock.start(redis, (ms) => steps.push(ms));
    clocks.push(clock);
    return clock;
  };
  const isRight = (now: number) => expect(Math.abs(now - Date.now())).to.be.below(toleranceMs);

  for (const seconds of [-1_800, -90, -2, 2, 90, 1_800])
    it(`goes on after a step by ${seconds} s in all processes, also in those that start later`, async () => {
      const [one, other]: [number[], number[]] = [[], []];
      const running = [await started(one), await started(other)];

      await clockOfRedis.set(seconds);
      await until(() => one.length > 0 && other.length > 0);
      running.push(await started());

      for (const clock of running) isRight(clock.now());
      for (const clock of running) isRight(clock.redisNow() - seconds * 1_000);
      isRight(await serviceTime(redis));
      for (const steps of [one, other]) {
        expect(steps).to.have.length(1);
        expect(Math.abs((steps[0] as number) - seconds * 1_000)).to.be.below(toleranceMs);
      }
    });

  it('goes on after a step forward between a reading and the note of it', async () => {
    const steps: number[] = [];
    const clock = await started(steps);
    const other = redis.duplicate();
    const read = other.eval.bind(other);
    let isStepped = false;
    other.eval = (async (...command: Parameters<typeof read>) => {
      const isNote = command.length > 3;
      if (isNote && !isStepped) await clockOfRedis.set(1_800);
      isStepped ||= isNote;
      return read(...command);
    }) as typeof read;

    clocks.push(await SharedClock.start(other));
    await until(() => steps.length > 0 || Math.abs(clock.now() - Date.now()) > toleranceMs);
    other.disconnect();

    expect(isStepped).to.equal(true);
    isRight(clock.now());
  });

  it('goes on when a process starts right after a step forward', async () => {
    const steps: number[] = [];
    const running = await started(steps);

    await clockOfRedis.set(1_800);
    const later = await started();
    await until(() => steps.length > 0 || Math.abs(running.now() - Date.now()) > toleranceMs);

    isRight(running.now());
    await until(() => Math.abs(later.now() - Date.now()) <= toleranceMs);
  });

  it('goes on when Redis has lost what it knew of a step', async () => {
    const steps: number[] = [];
    const clock = await started(steps);
    await clockOfRedis.set(90);
    await until(() => steps.length === 1);

    await redis.flushall();
    await until(async () => (await redis.exists('counterfoil:{clock}')) > 0);

    isRight(clock.now());
    isRight(await serviceTime(redis));
  });

  it('does not go back when it was stepped back while no process ran', async () => {
    const clock = await started();
    const before = clock.now();
    clocks.splice(0);
    clock.stop();
    await clockOfRedis.set(-1_800);

    expect((await started()).now()).to.be.above(before - toleranceMs);
  });

  it("comes back to Redis's time slowly", async () => {
    const offsetIn = async () => Number(await redis.hget('counterfoil:{clock}', 'offset'));
    const steps: number[] = [];
    await started(steps);
    await clockOfRedis.set(2);
    await until(() => steps.length === 1);
    const before = await offsetIn();

    await until(async () => Math.abs(await offsetIn()) <= Math.abs(before) - 200);
  });

  it('follows a step that is larger than what is bridged', async () => {
    const clock = await started();
    await clockOfRedis.set(-2 * (maxStepMs / 1_000));

    await until(() => Math.abs(clock.now() + 2 * maxStepMs - Date.now()) < toleranceMs);
  });
});
