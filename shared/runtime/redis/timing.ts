/** Reconnects within a fraction of a second: BullMQ's own strategy waits at least a second. */
export const retryStrategy = (attempt: number): number => Math.min(20 * 2 ** attempt, 500);

/** Time without an answer after which a connection counts as dead, even if it looks open. */
export const silenceMs = 2_000;
