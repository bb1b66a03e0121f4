import { isQueue } from '../../observe/status/queueSummary.ts';
import type { SeenStatus } from '../../observe/status/readStatuses.ts';
import { type QueueId, queuesOf } from '../../shared/wire/queues.ts';
import type {
  GatewayQueueStatus,
  GatewayStatus,
  ProcessLoad,
  WorkerLaneStatus,
  WorkerQueueStatus,
  WorkerStatus,
} from '../../shared/wire/status/processStatus.ts';

const load: ProcessLoad = {
  busy: 0.1,
  processorWait: 0,
  processor: 0.1,
  residentBytes: 1e8,
  hostBusy: 0.3,
  hostProcessors: 4,
};

const common = {
  host: 'one',
  version: '1.0.0',
  startedAt: 0,
  reportedAt: 60_000,
  windowMs: 10_000,
  redisMs: 0.4,
  ageMs: 200,
  isSilent: false,
};

const articles: QueueId = { resource: 'article', lane: 'interactive' };

interface GatewayParts {
  /** Queue with the calls, instead of that of articles. */
  readonly of?: QueueId;
  readonly load?: Partial<ProcessLoad>;
  readonly article?: Partial<GatewayQueueStatus>;
  readonly gateway?: Partial<GatewayStatus>;
}

/** A gateway that answers 100 calls to articles in a second, but for what is given. */
export function gatewayStatus(parts: GatewayParts = {}): SeenStatus {
  const queues = queuesOf().map((queue): GatewayQueueStatus => {
    const isBusy = isQueue(parts.of ?? articles)(queue);
    const idle = { inFlight: 0, meanInFlight: 0, oldestMs: 0, estimatedWaitMs: 0, isWithoutWorker: false };
    const working = { inFlight: 4, meanInFlight: 4, p50Ms: 20, p99Ms: 60, ...parts.article };
    return {
      ...queue,
      ...idle,
      callsPerSecond: isBusy ? 100 : 0,
      rejections: {},
      ...(isBusy && working),
    };
  });
  const gateway = {
    callsPerSecond: 100,
    queues,
    rejections: {},
    accounts: { calls: 1_000, bytes: 0, active: 1, top: [] },
    operations: [],
    ...parts.gateway,
  };
  return {
    ...common,
    id: 'g',
    role: 'gateway',
    title: 'gateway',
    pid: 1,
    load: { ...load, ...parts.load },
    gateway,
  };
}

interface WorkerParts {
  /** Queue that it serves, instead of that of articles. */
  readonly of?: QueueId;
  readonly load?: Partial<ProcessLoad>;
  readonly article?: Partial<WorkerQueueStatus>;
  readonly lane?: Partial<WorkerLaneStatus>;
  readonly worker?: Partial<WorkerStatus>;
}

/** A worker of articles that is busy for a third of the time, but for what is given. */
export function workerStatus(parts: WorkerParts = {}): SeenStatus {
  const counts = { busy: 0.3, waiting: 0, running: 2, locked: 0, setsPerSecond: 50, callsPerSecond: 100 };
  const times = { sets: 0.3, pool: 0, statements: 0.1, commits: 0.05, locks: 0 };
  const rates = {
    statementsPerSecond: 150,
    commitsPerSecond: 50,
    connections: { used: 1, max: 10, waiting: 0 },
  };
  const { of = articles } = parts;
  const lanes: readonly WorkerLaneStatus[] = [{ lane: of.lane, ...times, ...rates, ...parts.lane }];
  const queues: readonly WorkerQueueStatus[] = [{ ...of, ...counts, ...parts.article }];
  const worker = { callsPerSecond: 100, queues, lanes, ...parts.worker };
  return {
    ...common,
    id: 'w',
    role: 'worker',
    title: 'worker article',
    pid: 2,
    load: { ...load, ...parts.load },
    worker,
  };
}
