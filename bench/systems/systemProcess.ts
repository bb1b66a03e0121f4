import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../standalone/servers/freePort.ts';
import type { Part, PartName } from '../support/processes.ts';
import type { RunContext } from './system.ts';

/** Milliseconds. */
const startMs = 30_000;
const stopMs = 15_000;

interface ProcessOptions {
  readonly part: PartName;
  /** Options of Node, a compiled program of this project and its arguments. */
  readonly line: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** One process of a system, as `counterfoil up` starts its roles: compiled, with a port and a log of its own. */
export class SystemProcess {
  readonly part: Part;
  readonly url: string;
  readonly log: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, name: PartName, port: number, log: string) {
    this.part = { name, pid: child.pid as number };
    this.url = `http://127.0.0.1:${port}`;
    this.log = log;
    this.#child = child;
  }

  /** Resolves when the process says that it is ready; rejects when it ends before that. */
  static async start(
    { part, line, environment }: ProcessOptions,
    context: RunContext,
  ): Promise<SystemProcess> {
    const port = await freePort();
    const log = path.join(context.folder, `${part}-${port}.log`);
    const output = openSync(log, 'w');
    const child = spawn(process.execPath, [...process.execArgv, ...line], {
      env: { ...process.env, ...variables(context), PORT: String(port), ...environment },
      // Out of the terminal's process group: Ctrl-C reaches the benchmark, which stops things in order.
      detached: true,
      stdio: ['ignore', output, 'inherit', 'ipc'],
    });
    closeSync(output);
    await ready(child, line);
    return new SystemProcess(child, part, port, log);
  }

  /** Asks the process to finish what it has, kills it when that takes too long. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(limit);
  }
}

/** Everybody logs each request, as in real life. */
function variables({ databaseUrl, redisUrl, secretKey, folder }: RunContext): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    // Nothing of a running `counterfoil up` may be found.
    COUNTERFOIL_DATA: folder,
    LOG_LEVEL: 'info',
    DRAIN_MS: '0', // nobody calls any more when a system is stopped
    NODE_ENV: 'production',
  };
}

async function ready(child: ChildProcess, line: readonly string[]): Promise<void> {
  const late = AbortSignal.timeout(startMs);
  const ended = once(child, 'exit', { signal: late }).then(() => {
    throw new Error(`${line.join(' ')} ended before it was ready`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message', { signal: late }), ended]);
}
