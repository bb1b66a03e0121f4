import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import { connectToWait } from '../../../shared/runtime/redis/redis.ts';
import { maintenanceQueue, queuePrefix } from '../../../shared/wire/queues.ts';
import { maxBlockMs, Schedule, type Task } from '../../../workers/maintenance/schedule.ts';
import { recordEvents } from '../../support/events.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';

describe('schedule', () => {
  let server: PrivateRedis;
  let redis: RedisClient;
  let queue: Queue;
  let schedules: Schedule[];
  let connections: RedisClient[];
  let startedAt: number;
  let inFlight: number;
  let maxAtOnce: number;
  /** True while tasks must not end. */
  let held: boolean;
  let events: ReturnType<typeof recordEvents>;
  before(async () => {
    server = await startPrivateRedis();
    redis = connectToWait(server.server.url, () => {}, maxBlockMs);
    queue = new Queue(maintenanceQueue(redis), { connection: redis, prefix: queuePrefix });
    queue.on('error', () => {});
  });
  beforeEach(async () => {
    [schedules, connections, startedAt, inFlight, maxAtOnce, held] = [[], [], 0, 0, 0, false];
    events = recordEvents();
    await redis.flushall();
  });
  afterEach(async () => {
    held = false;
    await Promise.all(schedules.map((schedule) => schedule.stop()));
    for (const connection of connections) connection.disconnect();
  });
  after(async () => {
    await queue.close();
    redis.disconnect();
    await server.remove();
  });

  /** A schedule of another process. */
  const start = (changes: Partial<Task> = {}) => {
    const connection = connectToWait(server.server.url, () => {}, maxBlockMs);
    const task = { name: 'test', everyMs: 50, lockMs: 10_000, run, ...changes };
    const schedule = new Schedule(connection, task, events.emit);
    connections.push(connection);
    schedules.push(schedule);
    return { schedule, connection };
  };
  const run = async (stop: AbortSignal) => {
    startedAt += 1;
    inFlight += 1;
    maxAtOnce = Math.max(maxAtOnce, inFlight);
    await until(() => !held || stop.aborted);
    inFlight -= 1;
  };
  const runsAgain = async (times = 3) => {
    const before = startedAt;
    await until(() => startedAt >= before + times);
  };
  /** Takes the next job, like a worker that is killed then: nobody renews its lock or ends it. */
  const takeAndLeave = async () => {
    const options = { connection: redis, prefix: queuePrefix, lockDuration: 500 };
    const killed = new Worker(maintenanceQueue(redis), undefined, options);
    await until(() => killed.getNextJob('killed', { block: false }));
    await killed.close();
    expect(await counts()).to.include({ active: 1 });
  };
  const counts = () => queue.getJobCounts('wait', 'active', 'delayed', 'completed', 'failed');

  it('runs a task again and again, and keeps no finished jobs', async () => {
    const { schedule } = start();

    await runsAgain(10);
    await schedule.stop();

    const { wait = 0, active, delayed = 0, completed, failed } = await counts();
    expect({ active, completed, failed }).to.deep.equal({ active: 0, completed: 0, failed: 0 });
    expect(wait + delayed).to.equal(1);
    expect(events.emitted('queue_failed')).to.deep.equal([]);
  });

  it('runs it once in an interval, however many processes have the schedule', async () => {
    for (let count = 0; count < 3; count += 1) start({ everyMs: 3_600_000 });

    await until(async () => startedAt > 0 && (await counts()).active === 0);

    expect(await queue.getJobSchedulersCount()).to.equal(1);
    expect(await counts()).to.include({ wait: 0, delayed: 1 });
    expect(startedAt).to.equal(1);
  });

  it('runs it in one process at a time, even if it takes longer than the interval', async () => {
    held = true;
    for (let count = 0; count < 3; count += 1) start();

    await until(() => startedAt === 1);
    // Another process has seen that the next run is due, and was refused.
    await until(async () => (await counts()).wait === 1);
    expect(startedAt).to.equal(1);
    held = false;
    await runsAgain(5);

    expect(maxAtOnce).to.equal(1);
  });

  it('continues after Redis was emptied', async () => {
    start();
    start();
    await runsAgain();

    await redis.flushall();
    await runsAgain();

    expect(await queue.getGlobalConcurrency()).to.equal(1);
    expect(await queue.getJobSchedulersCount()).to.equal(1);
  });

  it('continues after Redis was away', async () => {
    start();
    await runsAgain();

    await server.server.stop();
    await server.server.start();

    await runsAgain();
  });

  it('continues after a host whose clock was 30 days ahead', async () => {
    const startDate = Date.now() + 30 * 86_400_000;
    await queue.upsertJobScheduler('test', { every: 50, startDate });
    expect(await queue.getJobScheduler('test')).to.include({ next: startDate });

    start();
    start();

    await runsAgain();
    expect(await queue.getJobSchedulersCount()).to.equal(1);
    expect(await counts()).to.include({ failed: 0 });
  });

  it('continues in another process when one is killed during the task', async () => {
    const { schedule } = start({ lockMs: 500 });
    await runsAgain();
    await schedule.stop();
    await takeAndLeave();
    const before = startedAt;

    start({ lockMs: 500 });
    await until(async () => startedAt > before);

    await runsAgain();
  });

  it('says that a task failed, and runs it again', async () => {
    let failed = 0;
    const fail = async () => {
      failed += 1;
      throw new Error('denied');
    };
    start({ run: fail });

    await until(() => failed >= 2 && events.emitted('queue_failed').length > 0);

    const [failure] = events.emitted('queue_failed');
    expect(failure?.queue).to.equal('maintenance');
    expect(failure?.error.at).to.include('schedule.test.ts');
  });

  it('stops when the aborted task has ended', async () => {
    held = true;
    const { schedule } = start();
    await until(() => inFlight === 1);

    await schedule.stop();

    expect(inFlight).to.equal(0);
    expect(await counts()).to.include({ active: 0, failed: 0 });
    expect(events.emitted('queue_failed')).to.deep.equal([]);
  });
});
