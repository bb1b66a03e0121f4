import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { workerSettings } from './cluster.ts';

/** A worker in a process of its own: the only kind that can be killed. */
export interface WorkerProcess {
  /** As `kill -9` does; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Starts `counterfoil worker all` on the cluster of a Redis database; resolves when it serves its queues. */
export async function startWorkerProcess(redis: number): Promise<WorkerProcess> {
  const { redisUrl, databaseUrl } = workerSettings(redis);
  const env = { ...process.env, REDIS_URL: redisUrl, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', 'worker', 'all'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
  });
  await ready(child);
  return { kill: () => kill(child) };
}

async function ready(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the worker process ended before it was ready');
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
