import path from 'node:path';
import { ManagedProcess } from '../../../servers/system/managedProcess.ts';
import { freePort } from '../../../servers/system/ports.ts';
import type { Part, PartName } from '../../../test/support/processResources.ts';
import type { RunContext, RunningSystem } from './system.ts';

/** Starts the processes at the back first, and those that take requests when these are ready. Stops all if one fails. */
export async function startGroup(
  back: readonly SystemProcessOptions[],
  front: readonly SystemProcessOptions[],
  context: RunContext,
): Promise<RunningSystem> {
  const running: SystemProcess[] = [];
  const stop = async () => {
    for (const process of running.toReversed()) await process.stop();
  };
  try {
    for (const wave of [back, front]) {
      const started = await Promise.allSettled(wave.map((options) => startSystemProcess(options, context)));
      for (const one of started) if (one.status === 'fulfilled') running.push(one.value);
      for (const one of started) if (one.status === 'rejected') throw one.reason;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: running.slice(back.length).map(({ url }) => url),
    parts: running.map(({ part }) => part),
    workerLogs: running.slice(0, back.length).map(({ log }) => log),
    stop,
  };
}

interface SystemProcessOptions {
  readonly part: PartName;
  /** Options of Node, a compiled program of this project and its arguments. */
  readonly line: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

interface SystemProcess {
  readonly part: Part;
  readonly url: string;
  readonly log: string;
  stop(): Promise<void>;
}

/** Resolves when the process is ready; rejects when it ends before that. */
async function startSystemProcess(
  { part, line, environment }: SystemProcessOptions,
  context: RunContext,
): Promise<SystemProcess> {
  const port = await freePort();
  const log = path.join(context.folder, `${part}-${port}.log`);
  const child = new ManagedProcess({
    name: line.join(' '),
    command: () => ({
      line: [process.execPath, ...process.execArgv, ...line],
      environment: { ...process.env, ...variables(context), PORT: String(port), ...environment },
    }),
    link: { kind: 'channel' },
    logFile: log,
    onOutput: (text) => process.stderr.write(text),
  });
  await child.start();
  const url = `http://127.0.0.1:${port}`;
  return { part: { name: part, pid: child.pid as number }, url, log, stop: () => child.stop() };
}

/** All systems log each request, as in production. */
function variables({ databaseUrl, redisUrl, secretKey, folder }: RunContext): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    // Keeps the process away from a running `counterfoil up`.
    COUNTERFOIL_DATA_DIR: folder,
    LOG_LEVEL: 'info',
    DRAIN_MS: '0', // no calls arrive any more when a system is stopped
    NODE_ENV: 'production',
  };
}
