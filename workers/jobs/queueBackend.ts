import { type BackendFactory, createRedisBackend, type RedisQueueBackend } from 'bullmq';

/** A worker's question for a job, answered: there is none, nothing limits the rate, nothing is delayed. */
const noJob = [undefined, undefined, 0, 0];

/**
 * BullMQ's Redis backend with fewer questions. After each job that it hands out, the library asks at once for another
 * one, before it begins with the first, and Redis leaves a marker that wakes the worker for a third question: two scripts
 * of three find nothing. Here the worker begins at once, and a look at the length of the list tells whether the marker
 * means a job. Of 62 commands for a lonely job, those in scripts included, 49 are left, and a round trip less.
 *
 * For queues of plain jobs: whoever adds delayed or prioritized ones needs the library's own backend.
 */
export const createQueueBackend: BackendFactory<RedisQueueBackend> = (name, options, connections) => {
  const backend = createRedisBackend(name, options, connections);
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
