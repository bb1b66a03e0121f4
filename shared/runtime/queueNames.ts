/** Calls of batches have queues of their own, so that single calls never wait behind them. */
export const lanes = ['interactive', 'bulk'] as const;
export type Lane = (typeof lanes)[number];

export const maxPartitions = 9;

/** Beginning of all keys in Redis. */
export const queuePrefix = 'counterfoil';
