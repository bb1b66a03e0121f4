import { queuePrefix } from '../calls/queues.ts';

/** A hash of the reports of all processes, by their ids. The braces keep both keys in one shard of Redis Cluster. */
export const statusReportsKey = `${queuePrefix}:{status}:reports`;

/** A sorted set of the ids; the score is the time at which a report expires. */
export const statusExpiryKey = `${queuePrefix}:{status}:expiry`;

/** Milliseconds that the report of a process stays which ended without a word: an operator comes minutes later. */
export const statusTtlMs = 900_000;

/** A process without a report for so many milliseconds is frozen, was killed, or has lost Redis. */
export const silentMs = 4_000;
