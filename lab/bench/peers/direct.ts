import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import type { Emit } from '../../../shared/runtime/process/log.ts';
import type { Settings } from '../../../shared/runtime/settings/settings.ts';
import { peerApps } from './apps.ts';
import { openPeerDatabase } from './database.ts';
import { operations } from './operations/peerOperations.ts';
import { listen, peerServer } from './server.ts';

type DirectSettings = Settings & { readonly databaseUrl: string; readonly secretKey: Buffer };

/** Serves without a queue: each request runs on a connection of the pool, in the process that received it. */
export async function startDirect(settings: DirectSettings, emit: Emit) {
  const lifecycle = new Lifecycle();
  const database = openPeerDatabase(settings.databaseUrl, settings.databasePool);
  lifecycle.onStop('database', () => database.destroy());
  const run = operations(database);
  const server = peerServer({ findApp: peerApps(database, settings.secretKey), run, emit });
  await listen(server, settings, lifecycle);
  return lifecycle;
}

interface Stoppable {
  stop(): Promise<void>;
}

/** Runs copies of this process with node:cluster, which hands connections to them in turn. */
export async function startCluster(
  copies: number,
  { port }: Settings,
  start: () => Promise<Stoppable>,
): Promise<Stoppable> {
  if (cluster.isWorker) return start();
  const workers = Array.from({ length: copies }, () => cluster.fork());
  await Promise.all(workers.map((worker) => listensAt(port, worker)));
  return {
    stop: async () => {
      const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
      for (const worker of workers) worker.process.kill('SIGTERM');
      await ended;
    },
  };
}

/** Ignores the port of the metrics, where a copy listens before it serves. */
async function listensAt(port: number, worker: Worker): Promise<void> {
  for await (const [address] of on(worker, 'listening')) if (address.port === port) return;
}
