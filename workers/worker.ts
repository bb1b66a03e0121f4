import type { Redis } from 'ioredis';
import { requireMigrated } from '../migrations/index.ts';
import type { Call } from '../shared/calls/call.ts';
import { EarlierWorkers } from '../shared/calls/earlierWorkers.ts';
import type { Reply } from '../shared/calls/envelope.ts';
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
import { Coalescer, type RunSet, type TrySet } from './sets/coalescer.ts';
import { independentSets } from './sets/conflicts.ts';
import type { Implementation } from './sets/implementation.ts';
import { later } from './sets/replyOf.ts';
import { SetRunner } from './sets/setRunner.ts';
import { Slots } from './sets/slots.ts';
import { Inbox } from './stores/inbox.ts';

interface WorkerSettings {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly databasePool: number;
  /** Jobs in progress at once, for each queue. */
  readonly concurrency: number;
  /** Whose queues are served; both lanes' unless it is given. */
  readonly lanes?: readonly Lane[];
}

/** A running worker process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Jobs in progress that a coalescer can draw from; each may carry many calls. */
export const defaultConcurrency = 64;

/**
 * Milliseconds that a statement may take. Longer than one waits for a lock, and short enough for a set that a silent
 * database held to run again within its calls' deadline.
 */
const statementMs = 4_000;

/** Bulk sets get this part of a worker's connections, so that those of single calls never wait for them. */
const bulkShare = 0.25;

/** Sets that wait for locks get this part of a lane's connections, so that the others never wait for them. */
const lockWaiterShare = 0.25;

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
  const usable = [...databases.values()].map(requireUsable);
  await Promise.all([...usable, reached(redis)]).catch(async (error) => {
    await lifecycle.stop();
    throw error;
  });

  const clock = await SharedClock.start(redis);
  lifecycle.onStop('clock', () => clock.stop());
  const earlierWorkers = await EarlierWorkers.start(redis, queues);
  lifecycle.onStop('earlier workers', () => earlierWorkers.stop());
  const replies = new ReplySender(redis);
  const workers = [...databases].flatMap(([lane, database]) => {
    const its = queues.filter((queue) => queue.lane === lane);
    const jobs = jobProcessor(its, redis, { database, clock, replies, emit, earlierWorkers });
    return its.map((queue) => serveQueue(queue, jobs, redis, settings.concurrency, emit));
  });
  lifecycle.onStop('queues', () => Promise.all(workers.map((worker) => worker.close())), 10_000);
  startMaintenanceOn(databases.get('interactive'), served, settings, lifecycle, emit);
  const heartbeat = new Heartbeat(redis, clock, queues);
  lifecycle.onStop('heartbeat', () => heartbeat.stop());
  emit('started', { resources: queues.map(queueLabel) });
  return { stop: () => lifecycle.stop() };
}

/** Refuses to start rather than to fail with every call. */
async function requireUsable(database: Database): Promise<void> {
  await requireMigrated(database);
  await requireGrants(database);
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

/** What becomes of the calls in one lane's queues. */
function jobProcessor(
  queues: readonly QueueId[],
  redis: Redis,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly replies: ReplySender;
    readonly emit: Emit;
    readonly earlierWorkers: EarlierWorkers;
  },
): JobProcessor {
  const served = new Map(queues.map(({ resource, lane }) => [resource, lane]));
  const runners = new Map<string, IsolatedRunner>();
  const coalescers = new Map<string, Coalescer>();
  const slots = new Slots(Math.max(1, Math.floor(parts.database.client.pool.max * lockWaiterShare)));
  for (const implementation of Object.values(implementations)) {
    const lane = served.get(resourceOf(implementation.contract));
    if (!lane) continue;
    const { name } = implementation.contract;
    const setRunner = new SetRunner(implementation, parts);
    const isReading = implementation.contract.kind === 'reads';
    const trySet: TrySet = async (calls, awaited) => {
      if (isReading) await parts.replies.drained();
      return setRunner.attempt(calls, awaited);
    };
    runners.set(name, isolatedRunner(implementation, setRunner));
    coalescers.set(name, new Coalescer(implementation, trySet, parts.emit, { lane, slots }));
  }
  const poisonIsolation = new PoisonIsolation({ redis, runners, clock: parts.clock, emit: parts.emit });
  return new JobProcessor({ coalescers, poisonIsolation, ...parts });
}

/** One of the workers of accounts does it. */
function startMaintenanceOn(
  database: Database | undefined,
  served: readonly Resource[],
  { redisUrl }: WorkerSettings,
  lifecycle: Lifecycle,
  emit: Emit,
): void {
  if (database && served.includes('account'))
    startMaintenance(new Inbox(database), redisUrl, lifecycle, emit);
}

/** Runs calls of any records: those that may not share a set, one set after the other. */
function isolatedRunner(implementation: Implementation, setRunner: SetRunner): IsolatedRunner {
  const run: RunSet = async (calls) => {
    const replies = new Map<Call, Reply | undefined>();
    for (const set of independentSets(calls, implementation))
      for (let open: readonly Call[] = set; open.length > 0; ) {
        for (const [at, reply] of (await setRunner.run(open)).entries()) replies.set(open[at] as Call, reply);
        open = open.filter((call) => replies.get(call) === later);
      }
    return calls.map((call) => replies.get(call));
  };
  return { run, remembered: (call) => setRunner.remembered(call) };
}
