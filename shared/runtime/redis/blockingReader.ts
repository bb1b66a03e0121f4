import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { type Emit, summarize } from '../process/log.ts';
import { redisErrorKind } from '../redisErrors.ts';
import { withoutBrackets } from '../settings/serverAddress.ts';
import { masterOf, type RedisClient } from './client.ts';
import { endWheneverDisconnected, keepConnecting, retryStrategy, silenceMs } from './reconnecting.ts';

interface Blocking {
  /** The connection in a cluster is to the master of this key. */
  readonly key: string;
  readonly blockMs: number;
  readonly emit: Emit;
}

/**
 * Opens a connection for commands that block on a key. `redis` must be ready. In a cluster, the connection goes to the master
 * of the key, and reconnects if another node becomes the master. A client of the whole cluster would notice later, and keep
 * connections to all nodes.
 */
export function connectToBlock(redis: RedisClient, { key, blockMs, emit }: Blocking): Redis {
  const reader = endWheneverDisconnected(openReader(redis, key, blockMs));
  return reader.on('error', (error) => emit('connection_failed', { to: 'redis', error: summarize(error) }));
}

function openReader(redis: RedisClient, key: string, blockMs: number): Redis {
  const options = {
    maxRetriesPerRequest: null,
    enableOfflineQueue: true,
    autoResendUnfulfilledCommands: true,
  };
  const waiting: Omit<RedisOptions, 'replyMapping'> = { ...options, socketTimeout: blockMs + silenceMs };
  if (!(redis instanceof Cluster)) {
    const reader = redis.duplicate(waiting);
    return redis.options.sentinels ? keepConnecting(reader) : reader;
  }
  const { replyMapping: _, ...own } = redis.options.redisOptions ?? {};
  const reader = new Redis({
    ...own,
    ...(addressOf(redis, key) ?? anyAddress(redis)),
    ...waiting,
    retryStrategy,
    reconnectOnError: (error) => {
      if (!redisErrorKind(error).notMaster) return false;
      redis.refreshSlotsCache();
      return 2; // not run: reconnect, and send it again
    },
  });
  return followMaster(reader, redis, key);
}

function followMaster(reader: Redis, cluster: Cluster, key: string): Redis {
  const follow = () => {
    const address = addressOf(cluster, key);
    const { host, port } = reader.options;
    if (!address || (address.host === host && address.port === port)) return;
    Object.assign(reader.options, address);
    reader.disconnect(true);
  };
  const stop = () => cluster.off('refresh', follow);
  // BullMQ ends its connection and reconnects if a command takes too long.
  reader.on('connecting', () => {
    stop();
    cluster.on('refresh', follow);
    follow();
  });
  return reader.on('end', stop);
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function addressOf(cluster: Cluster, key: string): Address | undefined {
  const node = masterOf(cluster, key);
  if (node === undefined) return undefined;
  const colon = node.lastIndexOf(':');
  return { host: withoutBrackets(node.slice(0, colon)), port: Number(node.slice(colon + 1)) };
}

/** Any node is asked if the slot of the key has no master now: each node redirects as soon as it knows the master. */
function anyAddress(cluster: Cluster): Address {
  const { host, port } = cluster.nodes()[0]?.options ?? {};
  // Without an address, the client would connect to port 6379 of this host, and sign in there.
  if (host === undefined || port === undefined) throw new Error('the cluster is not connected');
  return { host, port };
}
