import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { folderInUseCode, type Guard, guardedLine } from './guard.ts';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Command {
  readonly line: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The current user if undefined. */
  readonly systemUser?: SystemUser | undefined;
}

/**
 * Says how a child ends when this process is killed. A program of ours notices that its channel closes; its standard error is
 * kept for error messages. Every other program runs under a guard, and writes both outputs to the log file.
 */
export type ParentLink =
  | { readonly kind: 'channel' }
  | { readonly kind: 'guard'; readonly guard: Guard; readonly folder: string };

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
export function launch({ line, environment, systemUser }: Command, options: LaunchOptions): Launched {
  const { link, logFile, input } = options;
  const { file, args, lifeline } = tied(line, link);
  const output = logFile === undefined ? 'ignore' : openSync(logFile, 'a', 0o600);
  const hasChannel = link.kind === 'channel';
  try {
    const child = spawn(file, args, {
      ...systemUser,
      env: environment,
      detached: true,
      stdio: [
        input === undefined ? 'ignore' : 'pipe',
        hasChannel && logFile === undefined ? 'pipe' : output,
        hasChannel ? 'pipe' : output,
        hasChannel ? 'ipc' : lifeline ? 'pipe' : 'ignore',
      ],
    });
    feed(child, input);
    return { child, ended: endOf(child, lifeline), lastErrors: collectErrors(child) };
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

function tied(line: readonly string[], link: ParentLink) {
  if (link.kind === 'guard') return guardedLine(link.guard, link.folder, line);
  const [file = '', ...args] = line;
  return { file, args, lifeline: false };
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

function endOf(child: ChildProcess, hasLifeline: boolean): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`));
    child.once('exit', async (code, signal) => {
      if (hasLifeline) releaseLifeline(child);
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

function releaseLifeline(child: ChildProcess): void {
  const lifeline = child.stdio[3] as Writable | null | undefined;
  lifeline?.on('error', () => undefined).end('\n');
}
