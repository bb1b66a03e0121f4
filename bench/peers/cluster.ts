import cluster from 'node:cluster';
import { once } from 'node:events';

interface Stoppable {
  stop(): Promise<void>;
}

/** Runs copies of this process with node:cluster, which hands connections to them in turn. */
export async function startCluster(copies: number, start: () => Promise<Stoppable>): Promise<Stoppable> {
  if (cluster.isWorker) return start();
  const workers = Array.from({ length: copies }, () => cluster.fork());
  await Promise.all(workers.map((worker) => once(worker, 'listening')));
  return {
    stop: async () => {
      const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
      for (const worker of workers) worker.process.kill('SIGTERM');
      await ended;
    },
  };
}
