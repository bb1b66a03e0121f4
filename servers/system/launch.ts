import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Command {
  readonly line: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The current user if undefined. */
  readonly account?: Account | undefined;
}

/**
 * Says how a child ends when this process is killed. A program of ours notices that its channel closes; its standard error is
 * kept for error messages. Every other program runs under a guard, and writes both outputs to the log file.
 */
export type ParentLink = { readonly kind: 'channel' } | { readonly kind: 'guard'; readonly folder: string };

export interface LaunchOptions {
  readonly link: ParentLink;
  readonly logFile?: string | undefined;
  /** The standard input. Empty if undefined. */
  readonly input?: string | undefined;
}

export interface Launched {
  readonly child: ChildProcess;
  /** Resolves to how it ended, in words that follow its name. */
  readonly ended: Promise<string>;
  /** Returns the last 2,000 characters of standard error of a child with a channel. */
  readonly lastErrors: () => string;
}

const maxErrorCharacters = 2_000;

/** Time for the last output to arrive after the end: a child of the child may hold the pipe open. */
const lastOutputMs = 500;

/**
 * Starts a command in its own process group. Ctrl-C in the terminal does not reach it: this process stops its children in
 * order.
 */
export function launch({ line, environment, account }: Command, options: LaunchOptions): Launched {
  const { link, logFile, input } = options;
  const [file = '', ...args] = link.kind === 'guard' ? guarded(link.folder, line) : line;
  const output = logFile === undefined ? 'ignore' : openSync(logFile, 'a', 0o600);
  const hasChannel = link.kind === 'channel';
  try {
    const child = spawn(file, args, {
      ...account,
      env: environment,
      detached: true,
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        hasChannel && logFile === undefined ? 'pipe' : output,
        hasChannel ? 'pipe' : output,
        hasChannel ? 'ipc' : 'ignore',
      ],
    });
    feed(child, input);
    return { child, ended: endOf(child), lastErrors: collectErrors(child) };
  } finally {
    if (typeof output === 'number') closeSync(output);
  }
}

/** Asks a child to end, and kills it after the limit. A limit of 0 kills it at once. */
export async function terminate({ child, ended }: Launched, limitMs: number): Promise<void> {
  if (limitMs > 0) {
    child.kill('SIGTERM');
    child.kill('SIGCONT'); // a paused child could not react
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await ended;
  clearTimeout(timer);
}

/** Exit code of the guard if another server still has the folder locked. */
const folderInUseCode = 75;

/** A new server waits so long for the server of a killed parent to end and release the folder. */
const folderWaitSeconds = 10;

/**
 * Makes the kernel end a server when its parent is killed. Each command replaces itself with the next, so the server has their
 * process id. The lock on the folder lasts as long as the server: Redis has no lock of its own, and two servers would ruin its
 * file.
 */
function guarded(folder: string, line: readonly string[]): readonly string[] {
  const lock = ['flock', '--no-fork', '-w', `${folderWaitSeconds}`, '-E', `${folderInUseCode}`, folder];
  return ['setpriv', '--pdeathsig', 'TERM', '--', ...lock, ...line];
}

/** A child that ends early breaks the pipe. The reason of its end says more than that error. */
function feed({ stdin }: ChildProcess, input: string | undefined): void {
  stdin?.on('error', () => undefined).end(input);
}

function collectErrors({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-maxErrorCharacters);
  });
  return () => text.trim();
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`));
    child.once('exit', async (code, signal) => {
      if (child.stderr && !child.stderr.closed)
        await Promise.race([once(child.stderr, 'close'), delay(lastOutputMs)]);
      resolve(endReason(code, signal));
    });
  });
}

function endReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal) return `was killed by ${signal}`;
  return code === folderInUseCode
    ? 'stopped: its data folder is in use by another process'
    : `ended with exit code ${code}`;
}
