import type { Redis } from 'ioredis';
import { requireMigrated } from '../migrations/index.ts';
import { EarlierWorkers } from '../shared/calls/earlierWorkers.ts';
import { type Lane, type QueueId, queueLabel, queuesOf } from '../shared/calls/queues.ts';
import { type Resource, resourceOf } from '../shared/operations/operation.ts';
import { Lifecycle, logStopProblems } from '../shared/process/lifecycle.ts';
import type { Emit } from '../shared/process/log.ts';
import { type Clock, SharedClock } from '../shared/redis/clock.ts';
import { connectToWait, reached } from '../shared/redis/redis.ts';
import { type Database, openDatabase } from './database/database.ts';
import { requireGrants } from './database/grants.ts';
import { Heartbeat } from './jobs/heartbeat.ts';
import { JobProcessor } from './jobs/jobProcessor.ts';
import { type IsolatedRunner, PoisonIsolation } from './jobs/poisonIsolation.ts';
import { jobBlockMs, serveQueue } from './jobs/queueWorker.ts';
import { ReplySender } from './jobs/replySender.ts';
import { startMaintenance } from './maintenance/maintenance.ts';
import { implementations } from './operations/index.ts';
import type { TrySet } from './sets/attempt.ts';
import { Coalescer } from './sets/coalescer.ts';
import type { Implementation } from './sets/implementation.ts';
import { runIsolated } from './sets/isolatedRun.ts';
import { Semaphore } from './sets/lockWaiters.ts';
import { SetRunner } from './sets/setRunner.ts';
import { Inbox } from './stores/inbox.ts';

interface WorkerSettings {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly databasePool: number;
  /** Jobs in progress at once, for each queue. */
  readonly concurrency: number;
  /** The lanes whose queues are served; both unless it is given. */
  readonly lanes?: readonly Lane[];
}

/** A running worker process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Jobs in progress that a coalescer can draw from; each may carry many calls. */
export const defaultConcurrency = 64;

/**
 * Milliseconds that a statement may take: longer than a lock time-out, and short enough for a set that a silent database
 * delayed to run again within its calls' deadline.
 */
const statementMs = 4_000;

/** Milliseconds that the queues have to finish their jobs. */
const finishMs = 10_000;

/** Bulk sets get this part of a worker's connections, so that those of single calls never wait for them. */
const bulkShare = 0.25;

/** Sets that wait for locks get this part of a lane's connections, so that the others never wait for them. */
const lockWaiterShare = 0.25;

/** What the lanes of a worker share. */
interface Shared {
  readonly clock: Clock;
  readonly replies: ReplySender;
  readonly earlierWorkers: EarlierWorkers;
  readonly poisonIsolation: PoisonIsolation;
  readonly emit: Emit;
}

/** Serves the queues of some resources: queue to database to reply. Rejects when the database is not migrated. */
export async function startWorker(
  served: readonly Resource[],
  settings: WorkerSettings,
  emit: Emit,
): Promise<Worker> {
  const lifecycle = new Lifecycle(logStopProblems(emit));
  const queues = queuesOf(served, settings.lanes);
  const databases = openDatabases(queues, settings, lifecycle);
  const redis = connectToWait(settings.redisUrl, emit, jobBlockMs);
  lifecycle.onStop('redis', () => redis.disconnect());
  await requireUsable([...databases.values()], redis, lifecycle);

  const clock = await SharedClock.start(redis);
  lifecycle.onStop('clock', () => clock.stop());
  const earlierWorkers = await EarlierWorkers.start(redis, queues);
  lifecycle.onStop('earlier workers', () => earlierWorkers.stop());
  const poisonIsolation = new PoisonIsolation({ redis, clock, emit });
  const shared = { clock, replies: new ReplySender(redis), earlierWorkers, poisonIsolation, emit };
  const workers = [...databases].flatMap(([lane, database]) => {
    const ofLane = queues.filter((queue) => queue.lane === lane);
    const jobs = jobProcessor(ofLane, database, shared);
    return ofLane.map((queue) => serveQueue(queue, jobs, redis, settings.concurrency, emit));
  });
  lifecycle.onStop('queues', () => Promise.all(workers.map((worker) => worker.close())), finishMs);

  const database = databases.get('interactive');
  if (database && served.includes('account'))
    startMaintenance(new Inbox(database), settings.redisUrl, lifecycle, emit);
  const heartbeat = new Heartbeat(redis, clock, queues);
  lifecycle.onStop('heartbeat', () => heartbeat.stop());
  emit('started', { resources: queues.map(queueLabel) });
  return { stop: () => lifecycle.stop() };
}

/** A pool for each lane that is served. */
function openDatabases(
  queues: readonly QueueId[],
  { databaseUrl, databasePool }: WorkerSettings,
  lifecycle: Lifecycle,
): ReadonlyMap<Lane, Database> {
  const served = [...new Set(queues.map(({ lane }) => lane))];
  const bulk = Math.max(1, Math.floor(databasePool * bulkShare));
  const connections = { interactive: databasePool - bulk, bulk };
  return new Map(
    served.map((lane) => {
      const database = openDatabase(
        databaseUrl,
        served.length === 1 ? databasePool : connections[lane],
        statementMs,
      );
      lifecycle.onStop('database', () => database.destroy());
      return [lane, database];
    }),
  );
}

/** Fails at the start rather than with every call. */
async function requireUsable(
  databases: readonly Database[],
  redis: Redis,
  lifecycle: Lifecycle,
): Promise<void> {
  const usable = databases.map(async (database) => {
    await requireMigrated(database);
    await requireGrants(database);
  });
  await Promise.all([...usable, reached(redis)]).catch(async (error) => {
    await lifecycle.stop();
    throw error;
  });
}

/** Processes the jobs of one lane's queues, on a pool of its own: each operation has a coalescer. */
function jobProcessor(queues: readonly QueueId[], database: Database, shared: Shared): JobProcessor {
  const { replies, poisonIsolation, emit } = shared;
  const lanes = new Map(queues.map(({ resource, lane }) => [resource, lane]));
  const lockConnections = new Semaphore(Math.max(1, Math.floor(database.client.pool.max * lockWaiterShare)));
  const runners = new Map<string, IsolatedRunner>();
  const coalescers = new Map<string, Coalescer>();
  for (const implementation of Object.values(implementations)) {
    const { name } = implementation.contract;
    const lane = lanes.get(resourceOf(implementation.contract));
    if (!lane) continue;
    const setRunner = new SetRunner(implementation, { database, ...shared });
    runners.set(name, isolatedRunner(implementation, setRunner));
    coalescers.set(name, coalescer(implementation, setRunner, shared, { lane, lockConnections }));
  }
  return new JobProcessor({ coalescers, runners, poisonIsolation, replies, emit });
}

/** Reads wait while Redis has not accepted the answers of the reads before them. */
function coalescer(
  implementation: Implementation,
  setRunner: SetRunner,
  { replies, emit }: Shared,
  options: { readonly lane: Lane; readonly lockConnections: Semaphore },
): Coalescer {
  const isReading = implementation.contract.kind === 'reads';
  const trySet: TrySet = async (calls, awaited) => {
    if (isReading) await replies.drained();
    return setRunner.attempt(calls, awaited);
  };
  return new Coalescer(implementation, trySet, emit, options);
}

function isolatedRunner(implementation: Implementation, setRunner: SetRunner): IsolatedRunner {
  return {
    run: (calls) => runIsolated(calls, implementation, (set, awaited) => setRunner.attempt(set, awaited)),
    remembered: (call) => setRunner.remembered(call),
  };
}
