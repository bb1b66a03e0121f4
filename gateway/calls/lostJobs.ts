import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { CallQueue } from './callQueue.ts';

/** Time without an answer after which a job may be lost, and the interval between checks. */
const silenceMs = 1_000;
const pollMs = 500;

/**
 * Sends jobs again that Redis lost because it was emptied, or restarted without its data. The gateway owns a call until it is
 * answered or its deadline passes; the inbox makes a second delivery safe. `onFound` is called after each check that found lost
 * jobs. Returns the function that ends the checks.
 */
export function resendLostJobs(
  redis: RedisClient,
  queues: readonly CallQueue[],
  onFound: () => void,
): () => void {
  const check = async (ageMs: number) => {
    const found = await Promise.all(queues.map((queue) => queue.batcher.resendLost(ageMs)));
    if (found.includes(true)) onFound();
  };
  const onReady = () => {
    // Calls waited for Redis: the backlog says nothing about how fast the workers are.
    for (const { waitEstimate, deadlineMs } of queues) waitEstimate.recover(deadlineMs);
    void check(0);
  };
  const stopChecking = repeat(pollMs, () => check(silenceMs));
  redis.on('ready', onReady);
  return () => {
    stopChecking();
    redis.off('ready', onReady);
  };
}
