import type { BackendFactory, RedisQueueBackend } from 'bullmq';
import { redisBackend } from './redisBackend.ts';

/** Milliseconds that BullMQ waits for a job. A connection that is silent for longer is dead. */
export const jobBlockMs = 2_000;

const createBackend = redisBackend(jobBlockMs);

/** The answer of `moveToActive` without a job, rate limit or delayed job. */
const noJob = [undefined, undefined, 0, 0];

/**
 * Saves queries of BullMQ's Redis backend. After each job, the library asks for another one before it begins with the first,
 * and Redis leaves a marker that wakes the worker for a third query: two of three scripts find nothing. Here the worker begins
 * at once, and the length of the list shows whether the marker means a job. A single job takes 49 commands instead of 62 (those
 * in scripts included), and one round trip less. Queues with delayed or prioritized jobs need the library's own backend.
 */
export const createQueueBackend: BackendFactory<RedisQueueBackend> = (name, options, connections) => {
  const backend = createBackend(name, options, connections);
  const moveToActive = backend.moveToActive.bind(backend);
  const waitForJob = backend.waitForJob.bind(backend);
  let handedOut = false;

  backend.moveToActive = async (token, worker) => {
    if (handedOut) return noJob;
    const answer = await moveToActive(token, worker);
    handedOut = Boolean(answer[0]);
    return answer;
  };

  backend.waitForJob = async (seconds) => {
    const marker = await waitForJob(seconds);
    const isLeftover = handedOut;
    handedOut = false;
    if (!marker || !isLeftover) return marker;
    const client = await backend.client;
    const waiting = await client.llen(backend.toKey('wait')).catch(() => 1);
    return waiting > 0 ? marker : waitForJob(seconds);
  };
  return backend;
};
