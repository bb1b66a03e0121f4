import { roleEnvironment } from './cluster.ts';
import { startRole } from './roleProcess.ts';

/** A worker in a process of its own: the only kind that can be killed. */
export interface WorkerProcess {
  /** Kills the process with SIGKILL. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts `counterfoil worker all` on the cluster of a Redis database; resolves when it serves its queues. */
export async function startWorkerProcess(redis: number): Promise<WorkerProcess> {
  const env = { ...roleEnvironment(redis), LOG_LEVEL: 'silent' };
  const worker = await startRole('worker all', { env });
  return { kill: () => worker.stop(0) };
}
