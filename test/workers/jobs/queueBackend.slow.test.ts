import { type BackendFactory, createRedisBackend, Queue, type RedisQueueBackend, Worker } from 'bullmq';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createQueueBackend } from '../../../workers/jobs/queueBackend.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

/** Seconds that a worker waits for a marker: long enough for a job without a marker to fail its test. */
const drainDelay = 600;

describe('queueBackend (many jobs)', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let queues: Queue[];
  let workers: Worker[];
  let name = 0;
  /** The jobs that were started, and those that were done, in order. */
  let startedAt: number[];
  let done: number[];
  /** Jobs with these numbers do not end before the test allows it. */
  let held: Map<number, () => void>;
  before(async () => {
    server = await startPrivateRedis();
    redis = new Redis(server.server.url, { maxRetriesPerRequest: null });
  });
  beforeEach(() => {
    name += 1;
    [queues, workers, startedAt, done, held] = [[], [], [], [], new Map()];
  });
  afterEach(async () => {
    for (const release of held.values()) release();
    await Promise.all(workers.map((worker) => worker.close()));
    await Promise.all(queues.map((queue) => queue.close()));
  });
  after(async () => {
    redis.disconnect();
    await server.remove();
  });

  const producer = () => {
    const defaultJobOptions = { removeOnComplete: true };
    const queue = new Queue(`queue${name}`, { connection: { url: server.server.url }, defaultJobOptions });
    queues.push(queue);
    return (no: number) => queue.add('job', { no });
  };
  const start = async (concurrency: number, backend: BackendFactory<RedisQueueBackend>) => {
    const options = { connection: redis, concurrency, drainDelay };
    const worker = new Worker(`queue${name}`, ({ data: { no } }) => work(no), options, backend);
    workers.push(worker);
    await worker.waitUntilReady();
  };
  const work = async (no: number) => {
    startedAt.push(no);
    const release = held.get(no);
    if (release) await new Promise<void>((resolve) => held.set(no, resolve));
    done.push(no);
  };
  const hold = (...numbers: readonly number[]) => {
    for (const no of numbers) held.set(no, () => {});
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  const expectEachOnce = (jobs: number) =>
    expect(done.toSorted((one, other) => one - other)).to.deep.equal(upTo(jobs));

  for (const [workersAtOnce, concurrency] of [
    [1, 1],
    [1, 4],
    [1, 64],
    [2, 1],
    [2, 4],
  ] as const) {
    const whose = `${workersAtOnce === 1 ? 'one worker' : 'two workers'} with ${concurrency === 1 ? 'one place' : `${concurrency} places`}`;

    it(`lets ${whose} process every job of several producers`, async () => {
      for (let index = 0; index < workersAtOnce; index += 1) await start(concurrency, createQueueBackend);
      const producers = upTo(3).map(producer);

      await Promise.all(producers.flatMap((add, index) => upTo(200).map((no) => add(no * 3 + index))));
      await until(() => done.length >= 600);

      expectEachOnce(600);
    });

    it(`lets ${whose} process every one of many jobs that come one by one`, async () => {
      for (let index = 0; index < workersAtOnce; index += 1) await start(concurrency, createQueueBackend);
      const producers = upTo(3).map(producer);

      // The next job comes at every stage of the one before: just started, in between, just done.
      for (const no of upTo(300)) {
        await producers[no % 3]?.(no);
        await until(() => (no % 3 === 0 ? done : startedAt).length > no - (no % 2));
      }
      await until(() => done.length >= 300);

      expectEachOnce(300);
    });
  }

  it('starts jobs that come while another one is running', async () => {
    await start(4, createQueueBackend);
    const add = producer();
    hold(0);
    await add(0);
    await until(() => startedAt.length === 1);

    for (const no of upTo(50).slice(1)) {
      await add(no);
      await until(() => done.length === no);
    }

    expect(done).to.deep.equal(upTo(50).slice(1));
  });

  it('starts as many jobs as the concurrency of a worker allows', async () => {
    await start(8, createQueueBackend);
    const add = producer();
    hold(...upTo(8));

    for (const no of upTo(9)) await add(no);
    await until(() => startedAt.length === 8);

    expect(startedAt).to.deep.equal(upTo(8));
    expect(done).to.deep.equal([]);
    held.get(3)?.();
    await until(() => done.includes(8));
  });

  it('lets two busy workers start the jobs that come', async () => {
    await start(2, createQueueBackend);
    await start(2, createQueueBackend);
    const add = producer();
    hold(0, 1);

    for (const no of [0, 1]) await add(no);
    await until(() => startedAt.length === 2);
    for (const no of upTo(50).slice(2)) {
      await add(no);
      await until(() => done.length === no - 1);
    }

    expect(done).to.deep.equal(upTo(50).slice(2));
  });

  it('sends fewer commands for a single job than the library does', async () => {
    const defaults = await scriptsOf(100, createRedisBackend);
    const fewer = await scriptsOf(100, createQueueBackend);

    // Added, started, done; the library asks for another job as soon as it has one, and when that is done.
    expect(fewer).to.equal(3);
    expect(defaults).to.be.above(fewer);
  });

  /** The number of scripts that Redis runs for a job that comes after the one before is done. */
  async function scriptsOf(jobs: number, backend: BackendFactory<RedisQueueBackend>): Promise<number> {
    name += 1;
    done = [];
    await start(4, backend);
    const add = producer();
    await add(0);
    await until(async () => (await idleWorkers()) === 1);
    const before = await scripts();
    for (const no of upTo(jobs)) {
      await add(no);
      await until(async () => done.length > no + 1 && (await idleWorkers()) === 1);
    }
    const run = (await scripts()) - before;
    await workers.pop()?.close();
    return run / jobs;
  }

  async function scripts(): Promise<number> {
    const stats = await redis.info('commandstats');
    const calls = [...stats.matchAll(/^cmdstat_(?:eval|evalsha):calls=(\d+)/gm)];
    return calls.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  async function idleWorkers(): Promise<number> {
    return Number(/blocked_clients:(\d+)/.exec(await redis.info('clients'))?.[1]);
  }
});
