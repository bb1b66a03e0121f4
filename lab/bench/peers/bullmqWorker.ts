import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { type Emit, summarize } from '../../../shared/runtime/process/log.ts';
import type { Settings } from '../../../shared/runtime/settings/settings.ts';
import { openPeerDatabase } from './database.ts';
import type { PeerCall } from './operations/call.ts';
import { operations } from './operations/peerOperations.ts';

type WorkerSettings = Settings & { readonly databaseUrl: string; readonly redisUrl: string };

/** BullMQ docs, "Parallelism and Concurrency": 100 to 300 is usual for jobs that wait for a database. */
const concurrency = 200;

/** Runs the jobs of one resource, each as `direct` runs a request. */
export async function startBullmqWorker(resource: string, settings: WorkerSettings, emit: Emit) {
  const lifecycle = new Lifecycle();
  const database = openPeerDatabase(settings.databaseUrl, settings.databasePool);
  lifecycle.onStop('database', () => database.destroy());
  // BullMQ docs, "Going to production": workers wait for Redis as long as it takes.
  const connection = new Redis(settings.redisUrl, { maxRetriesPerRequest: null });
  lifecycle.onStop('redis', () => connection.disconnect());

  const run = operations(database);
  const worker = new Worker<PeerCall>(resource, ({ data }) => run(data), { connection, concurrency });
  worker.on('failed', (_, error) => emit('job_failed', { queue: resource, error: summarize(error) }));
  worker.on('error', () => {});
  await worker.waitUntilReady();
  lifecycle.onStop('worker', () => worker.close(), 10_000);
  return lifecycle;
}
