import { queuePrefix } from '../../shared/wire/queues.ts';

/** Hash of the reports of all processes, by process id. The braces keep both keys in one shard of a Redis Cluster. */
export const statusReportsKey = `${queuePrefix}:{status}:reports`;

/** Sorted set of process ids; the score is the time at which a report expires. */
export const statusExpiryKey = `${queuePrefix}:{status}:expiry`;

/** Lifetime of the report of a process that died: an operator looks minutes later. */
export const statusTtlMs = 900_000;

/** A process without a report for this time is frozen, was killed, or has lost Redis. */
export const silentMs = 4_000;
