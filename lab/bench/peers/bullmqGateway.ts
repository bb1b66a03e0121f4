import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { resourceOf } from '../../../shared/contract/operations/operation.ts';
import { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import type { Emit } from '../../../shared/runtime/process/log.ts';
import type { Settings } from '../../../shared/runtime/settings/settings.ts';
import type { Answer } from '../../../shared/wire/envelope.ts';
import { peerApps } from './apps.ts';
import { openPeerDatabase } from './database.ts';
import type { PeerCall } from './operations/call.ts';
import { listen, peerServer } from './server.ts';

type GatewaySettings = Settings & {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secretKey: Buffer;
};

const queued = ['article', 'customer'] as const;

/** BullMQ docs, "Auto-removal of jobs": keep a handful of completed jobs and many more failed ones. */
const defaultJobOptions = { removeOnComplete: { count: 1_000 }, removeOnFail: { count: 5_000 } };

/** BullMQ docs, "Events": use a larger buffer than 10,000 when events come fast, since each waiting request needs its own. */
const streams = { events: { maxLen: 100_000 } };

/** Uses the queue as most programs do: each request is a job, and its answer is the job's result. */
export async function startBullmqGateway(settings: GatewaySettings, emit: Emit) {
  const lifecycle = new Lifecycle();
  const database = openPeerDatabase(settings.databaseUrl, 2);
  lifecycle.onStop('database', () => database.destroy());
  // BullMQ docs, "Going to production": a queue should fail fast; "Connections": producers may share one.
  const connection = new Redis(settings.redisUrl, { enableOfflineQueue: false });
  const blocking = new Redis(settings.redisUrl, { maxRetriesPerRequest: null });
  for (const redis of [connection, blocking]) lifecycle.onStop('redis', () => redis.disconnect());
  await new Promise((resolve) => connection.once('ready', resolve));

  const entries = queued.map((resource) => [resource, openQueue(resource, connection, blocking)] as const);
  const queues = new Map<string, Waiting>(entries);
  await Promise.all([...queues.values()].map(({ events }) => events.waitUntilReady()));
  for (const { queue, events } of queues.values())
    lifecycle.onStop('queue', () => Promise.all([queue.close(), events.close()]));
  const run = runner(queues, settings.callDeadlineMs);
  const server = peerServer({ findApp: peerApps(database, settings.secretKey), run, emit });
  await listen(server, settings, lifecycle);
  return lifecycle;
}

interface Waiting {
  readonly queue: Queue;
  readonly events: QueueEvents;
}

function openQueue(resource: string, connection: Redis, blocking: Redis): Waiting {
  const queue = new Queue(resource, { connection, defaultJobOptions, streams });
  const events = new QueueEvents(resource, { connection: blocking });
  // Each waiting request adds listeners to both.
  queue.setMaxListeners(0).on('error', () => {});
  events.setMaxListeners(0).on('error', () => {});
  return { queue, events };
}

function runner(queues: ReadonlyMap<string, Waiting>, deadlineMs: number) {
  return async (call: PeerCall): Promise<Answer> => {
    const { queue, events } = queues.get(resourceOf(call.method)) as Waiting;
    const job = await queue.add(call.method, call);
    return job.waitUntilFinished(events, deadlineMs);
  };
}
