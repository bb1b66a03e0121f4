import { requireMigrated } from '../migrations/migrations.ts';
import type { Resource } from '../shared/contract/operations/operation.ts';
import { type Lifecycle, startOrStop } from '../shared/runtime/process/lifecycle.ts';
import { type Emit, withHandlers } from '../shared/runtime/process/log.ts';
import type { RedisClient } from '../shared/runtime/redis/client.ts';
import { SharedClock } from '../shared/runtime/redis/clock.ts';
import { connectToWait, reached, readyOrEnded } from '../shared/runtime/redis/redis.ts';
import type { Tracer } from '../shared/runtime/traces/tracer.ts';
import type { KeyRing } from '../shared/secrets/keyRing.ts';
import { changeNotifier } from '../shared/wire/changeNotifications.ts';
import { workerHeartbeat } from '../shared/wire/heartbeats.ts';
import { type Lane, lanes, type QueueId, queueLabel, queuesOf } from '../shared/wire/queues.ts';
import { RoundTrips } from '../shared/wire/status/roundTrips.ts';
import { type Database, openDatabases } from './database/database.ts';
import { requireGrants } from './database/grants.ts';
import { StatementTimes } from './database/statementTimes.ts';
import { PoisonIsolation } from './jobs/poisonIsolation.ts';
import { jobBlockMs } from './jobs/queueBackend.ts';
import { type QueueOptions, serveQueue } from './jobs/queueWorker.ts';
import { ReplySender } from './jobs/replySender.ts';
import { type ServedLane, serveLane } from './jobs/servedLane.ts';
import { shortenLocks } from './jobs/shortenLocks.ts';
import { lockedQueues } from './lockedQueues.ts';
import { inboxMeasuredMs, type MaintainedStores, startMaintenance } from './maintenance/maintenance.ts';
import { startQueryIndexing } from './maintenance/queryIndexing.ts';
import { countWorkerEvents } from './monitor/countWorkerEvents.ts';
import { LastPurge } from './monitor/lastPurge.ts';
import { QueryIndexLag } from './monitor/queryIndexLag.ts';
import { SetCounts } from './monitor/setCounts.ts';
import { workerMeters } from './monitor/workerMeters.ts';
import { WorkerMonitor, type WorkerMonitorDependencies, watchedPools } from './monitor/workerMonitor.ts';
import { publishStatus, workerTitle } from './monitor/workerStatus.ts';
import { Accounts } from './stores/accounts.ts';
import { ChangePurge } from './stores/changePurge.ts';
import { ChangeReader } from './stores/changeReader.ts';
import { Erasures } from './stores/erasures.ts';
import { HistoryPurge } from './stores/historyPurge.ts';
import { Inbox } from './stores/inbox.ts';
import { QueryIndexProgress } from './stores/queryIndexProgress.ts';
import { TableSizes } from './stores/tableSizes.ts';
import { WebhookDeliveries } from './stores/webhookDeliveries.ts';
import { SetTraces } from './traces/setTraces.ts';
import { type Deliveries, startDeliveries } from './webhooks/startDeliveries.ts';

interface WorkerOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly databasePool: number;
  /** Jobs in progress at once, for each queue. */
  readonly concurrency: number;
  /** Partitions of each queue. One by default. */
  readonly partitions?: number;
  /** Defaults to all lanes. */
  readonly lanes?: readonly Lane[];
  /** True if the log names the calls of sets and jobs; false by default. */
  readonly namesCalls?: boolean;
  /** Opens the secrets of webhooks. Without it, a worker of webhooks delivers nothing. */
  readonly keys?: KeyRing | undefined;
}

const defaults = { partitions: 1, lanes, namesCalls: false };

type WorkerSettings = WorkerOptions & Required<Pick<WorkerOptions, keyof typeof defaults>>;

export interface Worker {
  readonly monitor: WorkerMonitor;
  useKeys(ring: KeyRing): void;
  stop(): Promise<void>;
}

/** Jobs in progress that a coalescer can draw from. Each may carry many calls. */
export const defaultConcurrency = 64;

const finishMs = 10_000;

/**
 * Serves the queues of some resources: queue to database to reply. Rejects if the database is not migrated. Traces sets if
 * there is a tracer.
 */
export function startWorker(
  served: readonly Resource[],
  options: WorkerOptions,
  log: Emit,
  tracer?: Tracer,
): Promise<Worker> {
  const settings = { ...defaults, ...options };
  const queues = queuesOf(served, settings.lanes);
  const observed = observers(queues, log, tracer);
  return startOrStop(observed.emit, (lifecycle) => start(queues, { served, settings, observed, lifecycle }));
}

interface WorkerDependencies {
  readonly served: readonly Resource[];
  readonly settings: WorkerSettings;
  readonly observed: ReturnType<typeof observers>;
  readonly lifecycle: Lifecycle;
}

/** Starts the parts, and registers the stop of each with the lifecycle, even if it rejects. */
async function start(queues: readonly QueueId[], dependencies: WorkerDependencies): Promise<Worker> {
  const { served, settings, observed, lifecycle } = dependencies;
  const { traces, emit } = observed;
  const connections = await connect(queues, settings, lifecycle, emit);
  const { databases, clock } = connections;
  if (traces) await traces.observe(databases.values(), settings.databaseUrl, clock);
  const database = databases.get('interactive');
  if (database && served.includes('account')) {
    await startMaintenance(maintainedStores(database), settings.redisUrl, lifecycle, emit);
    startQueryIndexing(new QueryIndexProgress(database), lifecycle, emit);
  }
  const serving = serveQueues(queues, connections, dependencies);
  const webhooks = startWebhooks(database, connections, dependencies);
  const heartbeat = workerHeartbeat(connections.redis, clock, queues, settings.partitions);
  lifecycle.onStop('heartbeat', () => heartbeat.stop());
  const monitor = startMonitor(
    connections,
    { ...serving, heartbeat, webhooks: webhooks?.queue },
    dependencies,
  );
  lifecycle.onStop('readiness', () => monitor.markStopping());
  emit('started', { resources: queues.map(queueLabel) });
  return { monitor, useKeys: (ring) => webhooks?.useKeys(ring), stop: () => lifecycle.stop() };
}

/** Takes jobs from the queues from now on. */
function serveQueues(
  queues: readonly QueueId[],
  { databases, redis, clock }: Connections,
  { settings, observed, lifecycle }: WorkerDependencies,
) {
  const { concurrency, partitions, namesCalls } = settings;
  const { traces, emit } = observed;
  const replies = new ReplySender(redis);
  const dependencies = {
    clock,
    replies,
    poisonIsolation: new PoisonIsolation({ redis, clock, emit }),
    publishChanges: changeNotifier(redis),
    emit,
    traces,
    namesCalls,
  };
  const servedLanes = [...databases].map(([lane, database]) => {
    const laneQueues = queues.filter((queue) => queue.lane === lane);
    return serveLane(laneQueues, database, dependencies);
  });
  const workers = queueWorkers(servedLanes, partitions, { connection: redis, concurrency, emit, namesCalls });
  const close = () => Promise.all([readyOrEnded(redis), ...workers.map((worker) => worker.close())]);
  lifecycle.onStop('queues', close, finishMs);
  return { lanes: servedLanes, replies };
}

/** Starts the metrics and the status of this worker. */
function startMonitor(
  { databases, times, redis, clock }: Connections,
  parts: Pick<WorkerMonitorDependencies, 'lanes' | 'replies' | 'heartbeat' | 'webhooks'>,
  { served, settings, observed, lifecycle }: WorkerDependencies,
): WorkerMonitor {
  const { meters, lastPurge, queryIndexLag, counts } = observed;
  const pools = watchedPools(databases, meters, times);
  const roundTrips = new RoundTrips();
  const monitor = new WorkerMonitor({ ...parts, pools, lastPurge, queryIndexLag, roundTrips, meters });
  const accounts = new Accounts([...databases.values()][0] as Database);
  const identOf = (account: number) => accounts.identOf(account);
  const title = workerTitle(served, settings.lanes);
  publishStatus({ title, redis, clock, lanes: parts.lanes, monitor, counts, identOf, roundTrips }, lifecycle);
  return monitor;
}

/** Starts the deliveries of webhooks, if this worker serves them and has a key. */
function startWebhooks(
  database: Database | undefined,
  { redis, clock }: Pick<Connections, 'redis' | 'clock'>,
  { served, settings: { keys }, observed: { emit }, lifecycle }: WorkerDependencies,
): Deliveries | undefined {
  if (!database || !served.includes('webhook')) return undefined;
  if (!keys) {
    emit('webhooks_not_sent', { resources: served });
    return undefined;
  }
  const deliveries = new WebhookDeliveries(database);
  return startDeliveries({
    keys,
    deliveries,
    changeReader: new ChangeReader(database),
    redis,
    clock,
    lifecycle,
    emit,
  });
}

function observers(queues: readonly QueueId[], log: Emit, tracer: Tracer | undefined) {
  const meters = workerMeters(queues);
  const lastPurge = new LastPurge(inboxMeasuredMs);
  const queryIndexLag = new QueryIndexLag();
  const counts = new SetCounts();
  const traces = tracer && new SetTraces(tracer);
  const subscribers = [
    countWorkerEvents(meters),
    lastPurge.handlers,
    queryIndexLag.handlers,
    counts.handlers,
  ];
  const emit = withHandlers(log, ...subscribers, ...(traces ? [traces.handlers] : []));
  return { meters, lastPurge, queryIndexLag, counts, traces, emit };
}

type Connections = Awaited<ReturnType<typeof connect>>;

async function connect(
  queues: readonly QueueId[],
  settings: WorkerSettings,
  lifecycle: Lifecycle,
  emit: Emit,
) {
  const times = new Map(queues.map(({ lane }) => [lane, new StatementTimes()]));
  const databases = openDatabases(times, settings, lifecycle);
  const redis = connectToWait(settings.redisUrl, emit, jobBlockMs);
  lifecycle.onStop('redis', () => redis.disconnect());
  await requireUsable([...databases.values()], redis);
  const locked = lockedQueues(queues, settings.partitions, redis);
  const shorten = () => shortenLocks(redis, locked).catch(() => {});
  const clock = await SharedClock.start(redis, (ms) => {
    emit('clock_stepped', { ms: Math.round(ms) });
    void shorten();
  });
  // Redis's clock may have been set back while there was no worker.
  await shorten();
  lifecycle.onStop('clock', () => clock.stop());
  return { databases, times, redis, clock };
}

function queueWorkers(lanes: readonly ServedLane[], partitions: number, options: QueueOptions) {
  const numbers = Array.from({ length: partitions }, (_, partition) => partition);
  return lanes.flatMap(({ queues, jobs }) =>
    queues.flatMap((queue) => numbers.map((partition) => serveQueue(queue, partition, jobs, options))),
  );
}

/** Rejects at the start what would fail with every call. */
async function requireUsable(databases: readonly Database[], redis: RedisClient): Promise<void> {
  const usable = databases.map(async (database) => {
    await answered(() => requireMigrated(database));
    await answered(() => requireGrants(database));
  });
  await Promise.all([...usable, reached(redis)]);
}

/** Asks up to three times if no answer comes in time: a machine on which many processes start at once is slow. */
async function answered(ask: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      if (attempt === 3 || !(code === 'ETIMEDOUT' || name === 'KnexTimeoutError')) throw error;
    }
}

function maintainedStores(database: Database): MaintainedStores {
  return {
    inbox: new Inbox(database),
    changes: new ChangePurge(database),
    history: new HistoryPurge(database),
    erasures: new Erasures(database),
    deliveries: new WebhookDeliveries(database),
    tableSizes: new TableSizes(database),
  };
}
