import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import type { RedisNode } from '../settings/redisAddress.ts';

/** Milliseconds between two reads of the table of slots, and after a connection was lost. */
const refreshMs = 1_000;
const fastRefreshMs = 150;

/** Milliseconds for which the slots are read more often after a connection was lost: a fail-over takes seconds. */
const fastRefreshForMs = 10_000;

/** Milliseconds in which a node must answer with its table of slots; then another node is asked. */
const slotsMs = 500;

/** Milliseconds between two attempts of a command that waits for a master. */
const retryMs = 50;

/** A command that waits is tried again until a master takes it. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** How often a command that does not wait is sent on, after nodes that have not run it. */
const maxRedirections = 16;

const maxListeners = 1_000;

interface ClusterParts {
  readonly nodes: readonly RedisNode[];
  /** Whether commands wait for a master, and are sent again when a connection breaks. */
  readonly waits: boolean;
  /** Of the connection to each node. */
  readonly redisOptions: Omit<RedisOptions, 'replyMapping'>;
  readonly retryStrategy: (attempt: number) => number;
}

/**
 * Connects to a Redis Cluster. A command goes to the master of its key; after MOVED, ASK or TRYAGAIN, with which a node says
 * that it has not run it, it is sent on. Only if `waits`, it is also sent again when a connection breaks or the slot has no
 * master.
 */
export function connectToCluster({ nodes, waits, redisOptions, retryStrategy }: ClusterParts): Cluster {
  const retryDelay = waits ? retryMs : 0;
  const cluster = new Cluster([...nodes], {
    redisOptions,
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue: waits,
    maxRedirections: waits ? unlimited : maxRedirections,
    retryDelayOnFailover: retryDelay,
    retryDelayOnClusterDown: retryDelay,
    retryDelayOnTryAgain: retryMs,
    // The client's own timer goes on for ever when the connection ends while the slots are read.
    slotsRefreshInterval: 0,
    slotsRefreshTimeout: slotsMs,
    // Addresses change, and certificates are checked by name.
    dnsLookup: (address, callback) => callback(null, address),
  });
  followNodes(cluster);
  return cluster;
}

/**
 * Connects to every master and replica as soon as it is known, so that no command waits for that. Reads the slots every second, and
 * more often after a connection was lost: by itself, the client would find a new master only when a command is redirected.
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
    // Before that, the client itself has to ask a node whether the cluster is up.
    if (cluster.status !== 'ready') return;
    for (const node of cluster.nodes()) if (node.status === 'wait') node.connect().catch(() => {});
  };
  // Each reader that follows a master listens, too. BullMQ adds to the number, so it can't be 0, which means no limit.
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
