import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../shared/process/explain.ts';
import type { Role } from './roles.ts';

interface RoleOptions {
  /** For the log. */
  readonly folder: string;
  /** At the moment of a start. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** What the process is told when it is ready, if anything. */
  readonly greeting?: () => object;
  readonly printLine: (line: string) => void;
}

/** The same program, whether it runs compiled or not. */
const program = fileURLToPath(new URL(`../../cli/main${path.extname(import.meta.url)}`, import.meta.url));

/**
 * Megabytes of long-lived objects at most. Roles hold about thirty; without a limit, Node lets a gateway under load grow
 * by forty of garbage. Options that the parent was started with come last, and win.
 */
export const heapLimit = '--max-old-space-size=1024';

/** Milliseconds. */
const stopMs = 15_000;
const shortestLifeMs = 10_000;
const longestPauseMs = 5_000;

/** A gateway or worker process that is started again when it ends by itself. */
export class RoleProcess {
  readonly #role: Role;
  readonly #options: RoleOptions;
  #child: ChildProcess | undefined;
  #stopping = false;
  #endedEarly = 0;

  constructor(role: Role, options: RoleOptions) {
    this.#role = role;
    this.#options = options;
  }

  /** Resolves when the process is ready; rejects, with its own words, when it ends before that. */
  async start(): Promise<void> {
    const startedAt = Date.now();
    const child = this.#spawn();
    this.#child = child;
    await becomesReady(child, this.#role);
    this.greet();
    child.once('exit', (code, signal) => {
      this.#endedEarly = Date.now() - startedAt < shortestLifeMs ? this.#endedEarly + 1 : 0;
      if (!this.#stopping) this.#startAgain(signal ?? `exit code ${code}`);
    });
  }

  /** Tells the process something again, if it runs. */
  greet(): void {
    const { greeting } = this.#options;
    if (greeting && this.#child?.connected) this.#child.send(greeting(), () => {}); // one that ends is told at its next start
  }

  /** Asks the process to finish what it has, kills it when that takes too long. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(limit);
  }

  /** Out of the terminal's process group, so that Ctrl-C reaches only the parent, which stops things in order. */
  #spawn(): ChildProcess {
    const { folder, environment } = this.#options;
    const log = openSync(path.join(folder, `${this.#role.name.replaceAll(' ', '-')}.log`), 'a', 0o600);
    const parameters = [heapLimit, ...process.execArgv, program, ...this.#role.parameters];
    const child = spawn(process.execPath, parameters, {
      env: environment(),
      detached: true,
      stdio: ['ignore', log, 'pipe', 'ipc'],
    });
    closeSync(log);
    return child;
  }

  #startAgain(reason: string): void {
    const { printLine } = this.#options;
    const { name } = this.#role;
    const pause = this.#endedEarly === 0 ? 0 : Math.min(100 * 2 ** this.#endedEarly, longestPauseMs);
    printLine(`${name} ended (${reason}); starting it again`);
    setTimeout(() => {
      if (this.#stopping) return;
      this.start().then(
        () => printLine(`${name} is back`),
        (error: Error) => {
          this.#endedEarly += 1;
          this.#startAgain(error.message);
        },
      );
    }, pause);
  }
}

/** The role reports when it serves; until then, what it says on standard error is why it does not. */
function becomesReady(child: ChildProcess, role: Role): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new OperatorError(reasonOf(role, said, signal ?? `exit code ${code}`))),
    );
  });
}

function reasonOf({ name }: Role, said: string, end: string): string {
  const lastLine = said
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^counterfoil: /, '');
  return `${name}: ${lastLine || `ended with ${end}`}`;
}
