import type { SeenStatus } from '../../observe/status/readStatuses.ts';
import type { Resource } from '../../shared/contract/operations/operation.ts';
import type { Lane, QueueId } from '../../shared/wire/queues.ts';
import type { GatewayQueueStatus, ProcessLoad } from '../../shared/wire/status/processStatus.ts';

let made = 0;

interface ProcessGiven {
  /** The share of time in which its event loop works or waits for a processor. */
  readonly loop?: number;
  readonly hostBusy?: number;
  readonly isSilent?: boolean;
}

/** Returns the status that a gateway with these calls publishes. */
export function gatewayStatus({
  queues = [],
  ...given
}: ProcessGiven & { readonly queues?: readonly (Partial<GatewayQueueStatus> & QueueId)[] }): SeenStatus {
  const calm = { inFlight: 0, oldestMs: 0, estimatedWaitMs: 0, callsPerSecond: 0, rejections: {} };
  return {
    ...processStatus('gateway', given),
    gateway: {
      callsPerSecond: 0,
      queues: queues.map((queue) => {
        const { inFlight = 0 } = queue;
        return { ...calm, meanInFlight: inFlight, isWithoutWorker: false, ...queue };
      }),
      rejections: {},
      accounts: { calls: 0, active: 1, top: [] },
      operations: [],
    },
  };
}

interface WorkerGiven extends ProcessGiven {
  readonly resource?: Resource;
  readonly lane?: Lane;
  /** The share of time in which a set ran, and the part of a set's time in statements. */
  readonly busy?: number;
  readonly statements?: number;
  readonly running?: number;
  readonly locked?: number;
  readonly sequence?: { readonly account: string; readonly waiting: number };
}

/** Returns the status of a worker that does this. */
export function workerStatus({
  resource = 'article',
  lane = 'interactive',
  ...given
}: WorkerGiven): SeenStatus {
  const { busy = 0, statements = 0.2, running = 0, locked = 0, sequence } = given;
  const queue = { resource, lane, busy, waiting: 0, running, locked };
  return {
    ...processStatus('worker', given),
    worker: {
      callsPerSecond: 0,
      queues: [{ ...queue, setsPerSecond: 10, callsPerSecond: 100 }],
      lanes: [
        {
          lane,
          sets: busy,
          pool: 0,
          statements: busy * statements,
          commits: 0,
          locks: 0,
          statementsPerSecond: 30,
          commitsPerSecond: 10,
          connections: {
            used: 1,
            max: 10,
            waiting: 0,
          },
        },
      ],
      ...(sequence && { sequence }),
    },
  };
}

function processStatus(role: SeenStatus['role'], given: ProcessGiven) {
  const { loop = 0.1, hostBusy = 0.5, isSilent = false } = given;
  const load: ProcessLoad = {
    busy: loop,
    processor: loop,
    residentBytes: 0,
    hostBusy,
    hostProcessors: 8,
  };
  made += 1;
  return {
    id: `process${made}`,
    role,
    title: role,
    host: 'host',
    pid: made,
    version: '0.0.0',
    startedAt: 0,
    reportedAt: 0,
    windowMs: 1e4,
    load,
    redisMs: 0.3,
    ageMs: 0,
    isSilent,
  };
}
