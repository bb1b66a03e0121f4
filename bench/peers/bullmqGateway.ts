import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import type { Answer } from '../../shared/calls/envelope.ts';
import { resourceOf } from '../../shared/operations/operation.ts';
import { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { Emit } from '../../shared/process/log.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { peerApps } from './apps.ts';
import { openPeerDatabase } from './database.ts';
import { listen } from './listen.ts';
import type { PeerCall } from './operations/call.ts';
import { peerServer } from './server.ts';

type GatewaySettings = Settings & {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secretKey: Buffer;
};

/** The queues of the operations that the load is made of. */
const queued = ['article', 'customer'] as const;

/** Docs, "Auto-removal of jobs": a handful of completed jobs and a much larger number of failed ones. */
const defaultJobOptions = { removeOnComplete: { count: 1_000 }, removeOnFail: { count: 5_000 } };

/** Docs, "Events": a wider buffer than the usual 10,000 where events come fast, as whoever waits needs each of them. */
const streams = { events: { maxLen: 100_000 } };

/** The queue as it is mostly used: each request is a job, and its answer is what the job returned. */
export async function startBullmqGateway(settings: GatewaySettings, emit: Emit) {
  const lifecycle = new Lifecycle();
  const database = openPeerDatabase(settings.databaseUrl, 2);
  lifecycle.onStop('database', () => database.destroy());
  // Docs, "Going to production": a queue should fail fast; "Connections": producers may share one.
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
  // Everybody who waits listens to both.
  queue.setMaxListeners(0).on('error', () => {});
  events.setMaxListeners(0).on('error', () => {});
  return { queue, events };
}

function runner(queues: ReadonlyMap<string, Waiting>, deadlineMs: number) {
  return async (call: PeerCall): Promise<Answer> => {
    const { queue, events } = queues.get(resourceOf({ name: call.method })) as Waiting;
    const job = await queue.add(call.method, call);
    return job.waitUntilFinished(events, deadlineMs);
  };
}
