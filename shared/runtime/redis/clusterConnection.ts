import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import type { RedisNode } from '../settings/redisAddress.ts';

/** Intervals between reads of the slots: normally, and after a lost connection. */
const refreshMs = 1_000;
const fastRefreshMs = 150;

/** Time of frequent reads after a lost connection: a fail-over takes seconds. */
const fastRefreshForMs = 10_000;

/** Maximum time of a node to answer with its slots; then another node is asked. */
const slotsMs = 500;

const retryMs = 50;

/** A waiting command is retried until a master takes it. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** Maximum redirections of a command that does not wait, by nodes that have not run it. */
const maxRedirections = 16;

const maxListeners = 1_000;

interface ClusterOptions {
  readonly nodes: readonly RedisNode[];
  readonly waits: boolean;
  readonly redisOptions: Omit<RedisOptions, 'replyMapping'>;
  readonly retryStrategy: (attempt: number) => number;
}

/**
 * Connects to a Redis Cluster. A command goes to the master of its key. MOVED, ASK and TRYAGAIN mean that the node has not run
 * it, so it is sent on. Only if `waits`, it is also sent again if a connection breaks or the slot has no master.
 */
export function connectToCluster({ nodes, waits, redisOptions, retryStrategy }: ClusterOptions): Cluster {
  const retryDelay = waits ? retryMs : 0;
  const cluster = new Cluster([...nodes], {
    redisOptions,
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue: waits,
    maxRedirections: waits ? unlimited : maxRedirections,
    retryDelayOnFailover: retryDelay,
    retryDelayOnClusterDown: retryDelay,
    retryDelayOnTryAgain: retryMs,
    // The client's own timer continues forever if the connection ends while the slots are read.
    slotsRefreshInterval: 0,
    slotsRefreshTimeout: slotsMs,
    // Names are not resolved here: addresses change, and certificates are checked by name.
    dnsLookup: (address, callback) => callback(null, address),
  });
  followNodes(cluster);
  return cluster;
}

/**
 * Connects to every master and replica as soon as it is known, so that no command waits for a connection. Reads the slots every
 * second, and more often after a lost connection: the client itself notices a new master only when a command is redirected.
 */
function followNodes(cluster: Cluster): void {
  let fastUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  const isFast = () => performance.now() < fastUntil;
  const refreshLater = () => {
    clearTimeout(timer);
    if (cluster.status !== 'end') timer = setTimeout(refresh, isFast() ? fastRefreshMs : refreshMs).unref();
  };
  const refresh = () => {
    if (cluster.status === 'ready') cluster.refreshSlotsCache();
    refreshLater();
  };
  const refreshFaster = () => {
    const wasFast = isFast();
    fastUntil = performance.now() + fastRefreshForMs;
    if (!wasFast) refreshLater();
  };
  const connectAll = () => {
    // Until then, the client itself must ask a node whether the cluster is up.
    if (cluster.status !== 'ready') return;
    for (const node of cluster.nodes()) if (node.status === 'wait') node.connect().catch(() => {});
  };
  // Each reader that follows a master also listens. BullMQ adds to the number, so it can't be 0, which means no limit.
  cluster.setMaxListeners(maxListeners);
  cluster.on('+node', (node: Redis) => node.on('ready', () => cluster.emit('node ready')));
  cluster
    .on('ready', connectAll)
    .on('ready', refreshLater)
    .on('refresh', connectAll)
    .on('-node', refreshFaster)
    .on('node error', refreshFaster)
    .on('end', () => clearTimeout(timer));
}
