import cluster from 'node:cluster';
import { once } from 'node:events';

interface Stoppable {
  stop(): Promise<void>;
}

/** Node's own way to use several processors: this process hands connections to copies of itself, in turn. */
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
