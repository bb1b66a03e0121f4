import { inspect } from 'node:util';
import { type Gateway, startGateway } from '../../gateway/gateway.ts';
import { type Resource, resources } from '../../shared/contract/operations/operation.ts';
import type { Events } from '../../shared/runtime/process/events.ts';
import { type Emit, ignoreEvents } from '../../shared/runtime/process/log.ts';
import { KeyRing } from '../../shared/secrets/keyRing.ts';
import { type Lane, lanes } from '../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../workers/worker.ts';
import { redisUrl, servers } from './servers.ts';

const { ATTACH_SECRET_KEY: attachedKey } = process.env;

/** Encrypts the secrets of all apps in tests: that of the installation to which `lab/containers/attach.ts` attaches them, if any. */
export const secretKey = attachedKey ? Buffer.from(attachedKey, 'base64') : Buffer.alloc(32, 7);

export interface ClusterOptions {
  readonly gateways?: number;
  /** Workers of every resource. */
  readonly workers?: number;
  readonly resources?: readonly Resource[];
  readonly lanes?: readonly Lane[];
  /** Number of the Redis database, or the address of a Redis of the test's own; another one is another cluster. */
  readonly redis?: number | string;
  readonly callDeadlineMs?: number;
  readonly requestTimeoutMs?: number;
  readonly maxCalls?: number;
  readonly maxBytes?: number;
  readonly maxConnections?: number;
  readonly drainMs?: number;
  readonly servesDocs?: boolean;
  readonly emit?: Emit;
}

/** Gateways and workers in this process, on the real servers. */
export interface Cluster {
  readonly gateways: readonly Gateway[];
  readonly workers: readonly Worker[];
  /** The address of the first gateway. */
  readonly url: string;
  stop(): Promise<void>;
}

export function workerSettings(redis: number | string) {
  return {
    redisUrl: addressOf(redis),
    databaseUrl: servers().mariadb.url,
    databasePool: 10,
    concurrency: 64,
    keys: new KeyRing(secretKey),
  };
}

/** Settings of a role in a process of its own that belongs to the cluster on this Redis database; a gateway needs a port. */
export function roleEnvironment(redis: number | string, port?: number): Readonly<Record<string, string>> {
  return {
    REDIS_URL: addressOf(redis),
    DATABASE_URL: servers().mariadb.url,
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    DRAIN_MS: '0',
    ...(port !== undefined && { PORT: `${port}` }),
  };
}

/** Limits of a caller in tests that don't look at them. */
export const callClientLimits = { deadlineMs: 10_000, maxCalls: 1_000, maxBytes: 1_000_000 };

export function gatewaySettings(redis: number | string, options: ClusterOptions = {}) {
  const { callDeadlineMs = 10_000, requestTimeoutMs = 15_000 } = options;
  const { maxCalls = 4_000, maxBytes = 100_000_000, maxConnections = 5_000, drainMs = 0 } = options;
  const limits = {
    callDeadlineMs,
    requestTimeoutMs,
    maxCalls,
    maxBytes,
    maxConnections,
    drainMs,
    scalingTargetMs: 500,
    servesDocs: options.servesDocs ?? false,
  };
  return { redisUrl: addressOf(redis), host: '127.0.0.1', port: 0, secretKey, ...limits };
}

/** Port at which nothing listens: that of a cluster without a gateway. */
const noPort = 9;

/** Clusters that run, without the shared one. A test that fails before it stops its cluster leaves it here. */
const running = new Set<() => Promise<void>>();

/** Stops the clusters that tests left running, and resolves to their number. */
export async function stopLeftClusters(): Promise<number> {
  const left = [...running];
  await Promise.all(left.map((stop) => stop()));
  return left.length;
}

/** Starts a cluster that the test must stop. Rejects if a role does not start. Then the other roles have ended. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await start(options);
  const stop = async () => {
    running.delete(stop);
    await cluster.stop();
  };
  running.add(stop);
  return { ...cluster, stop };
}

async function start(options: ClusterOptions): Promise<Cluster> {
  const { redis = 1, emit = ignoreEvents } = options;
  const workers: Worker[] = [];
  const gateways: Gateway[] = [];
  const stop = async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await Promise.all(workers.map((worker) => worker.stop()));
  };
  const ofWorkers = { ...workerSettings(redis), lanes: options.lanes ?? lanes };
  const startOneWorker = () => startWorker(options.resources ?? resources, ofWorkers, emit);
  const startOneGateway = () => startGateway(gatewaySettings(redis, options), emit);
  try {
    await startInto(workers, options.workers ?? 1, startOneWorker);
    await startInto(gateways, options.gateways ?? 1, startOneGateway);
  } catch (error) {
    await stop();
    throw error;
  }
  return { gateways, workers, url: `http://127.0.0.1:${gateways[0]?.port ?? noPort}`, stop };
}

/** Adds the roles that started, then rejects if another one failed. */
async function startInto<T>(started: T[], count: number, start: () => Promise<T>): Promise<void> {
  const starts = await Promise.allSettled(Array.from({ length: count }, start));
  for (const each of starts) if (each.status === 'fulfilled') started.push(each.value);
  const failed = starts.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

function addressOf(redis: number | string): string {
  return typeof redis === 'string' ? redis : redisUrl(redis);
}

let shared: Promise<Cluster> | undefined;

/** One gateway and one worker process' worth of everything, shared by all tests that don't harm it. */
export function cluster(): Promise<Cluster> {
  shared ??= start({ redis: 0, emit: reportRefusals });
  return shared;
}

/** Reasons of refusals that tests ask for, by `X-Svc-Simulate` or by imports that have to wait. */
const expectedReasons = ['simulated', 'wait'];

/** Prints another refusal of the shared cluster, whose reason an answer does not tell, with what its worker does meanwhile. */
const reportRefusals: Emit = (event, fields) => {
  const { status, reason = '' } = fields as Events['request'];
  const isRefused = event === 'request' && status === 503 && !expectedReasons.includes(reason);
  if (!isRefused && event !== 'workers_missing') return;
  const print = (worker: unknown) => {
    const options = { depth: 6, breakLength: Number.POSITIVE_INFINITY };
    process.stderr.write(`shared cluster: ${inspect({ event, fields, worker }, options)}\n`);
  };
  // A worker that has stopped has no state.
  shared?.then(({ workers: [worker] }) => print(worker?.monitor.state())).catch(print);
};

/** Lets tests call a cluster that is there, instead of the one that starts by itself. */
export function attachCluster(given: Cluster): void {
  shared = Promise.resolve(given);
}

export async function stopCluster(): Promise<void> {
  await (await shared)?.stop();
}
