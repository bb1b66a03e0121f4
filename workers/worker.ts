import { Worker as QueueWorker } from 'bullmq';
import type { Redis } from 'ioredis';
import { requireMigrated } from '../migrations/index.ts';
import type { CallJob } from '../shared/call.ts';
import { Lifecycle } from '../shared/lifecycle.ts';
import { summarize, type Tell } from '../shared/log.ts';
import { type Resource, resourceOf } from '../shared/operations/operation.ts';
import { queueName, queuePrefix } from '../shared/queues.ts';
import { connectToWait, reached } from '../shared/redis.ts';
import { Coalescer } from './coalescer.ts';
import { type Database, openDatabase } from './database/database.ts';
import { JobProcessor } from './jobs.ts';
import { startMaintenance } from './maintenance/maintenance.ts';
import { implementations } from './operations/index.ts';
import { tellPresence } from './presence.ts';
import { createQueueBackend } from './queueBackend.ts';
import { ReplySender } from './replySender.ts';
import { SetRunner } from './sets/setRunner.ts';
import { Inbox } from './stores/inbox.ts';

interface WorkerSettings {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly databasePool: number;
  /** Jobs in progress at once, for each resource. */
  readonly concurrency: number;
}

/** A running worker process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Jobs in progress that a coalescer can draw from; each may carry many calls. */
export const usualConcurrency = 64;

/** Seconds that BullMQ blocks for a job at most. */
const drainDelay = 5;

/**
 * A killed worker's jobs are taken over within about three seconds, well inside a call's deadline:
 * the lock runs out, and the next check finds it.
 */
const takeover = { lockDuration: 2_000, stalledInterval: 1_000, maxStalledCount: 3 };

/** Serves the queues of some resources: queue to database to reply. Rejects when the database is not migrated. */
export async function startWorker(
  served: readonly Resource[],
  settings: WorkerSettings,
  tell: Tell,
): Promise<Worker> {
  const lifecycle = new Lifecycle((part) => tell('stop_overran', { part }));
  const database = openDatabase(settings.databaseUrl, settings.databasePool);
  lifecycle.onStop('database', () => database.destroy());
  const redis = connectToWait(settings.redisUrl, tell, drainDelay * 1_000);
  lifecycle.onStop('redis', () => redis.disconnect());
  await Promise.all([requireMigrated(database), reached(redis)]).catch(async (error) => {
    await lifecycle.stop();
    throw error;
  });

  const jobs = new JobProcessor(coalescersFor(served, database, tell), new ReplySender(redis));
  const queues = served.map((resource) => serve(resource, jobs, redis, settings.concurrency, tell));
  lifecycle.onStop('queues', () => Promise.all(queues.map((queue) => queue.close())), 10_000);
  if (served.includes('account')) startMaintenance(new Inbox(database), settings.redisUrl, lifecycle, tell);
  lifecycle.onStop('presence', tellPresence(redis, served));
  tell('started', { resources: served });
  return { stop: () => lifecycle.stop() };
}

function coalescersFor(
  served: readonly Resource[],
  database: Database,
  tell: Tell,
): ReadonlyMap<string, Coalescer> {
  const own = Object.values(implementations).filter(({ contract }) => served.includes(resourceOf(contract)));
  return new Map(
    own.map((implementation) => {
      const runner = new SetRunner(implementation, database, tell);
      return [
        implementation.contract.name,
        new Coalescer(implementation, (calls) => runner.run(calls), tell),
      ];
    }),
  );
}

function serve(
  resource: Resource,
  jobs: JobProcessor,
  connection: Redis,
  concurrency: number,
  tell: Tell,
): QueueWorker<CallJob> {
  const options = {
    connection,
    prefix: queuePrefix,
    concurrency,
    drainDelay,
    runRetryDelay: 200,
    ...takeover,
  };
  const worker = new QueueWorker<CallJob>(
    queueName(resource),
    ({ data }) => jobs.process(data),
    options,
    createQueueBackend,
  );
  worker.on('failed', (_, error) => tell('job_failed', { queue: resource, error: summarize(error) }));
  return worker.on('error', (error) => tell('queue_failed', { queue: resource, error: summarize(error) }));
}
