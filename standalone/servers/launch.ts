import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { folderInUseCode, guardedLine } from './guard.ts';
import type { Place } from './place.ts';
import type { Command } from './programCommand.ts';

/** A started child and how it ended, in words that follow its name. */
export interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
}

/**
 * Starts a command at a place: it dies with this process, Ctrl-C in the terminal does not reach it, and what
 * it prints goes to the place's log file.
 */
export function launch({ line, environment, account }: Command, place: Place, input?: string): Launched {
  const { file, args, lifeline } = guardedLine(place.guard, place.folder, line);
  const log = openSync(place.logFile, 'a', 0o600);
  try {
    const child = spawn(file, args, {
      ...account,
      // Redis refuses to start in a locale that the machine has not got, as shells often name one.
      env: { ...environment, LC_ALL: 'C' },
      detached: true,
      stdio: [input === undefined ? 'ignore' : 'pipe', log, log, lifeline ? 'pipe' : 'ignore'],
    });
    feed(child, input);
    return { child, ended: endOf(child) };
  } finally {
    closeSync(log);
  }
}

/** Asks a child to end, and kills it when it has not done so in time. */
export async function terminate({ child, ended }: Launched, limitMs: number): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await ended;
  clearTimeout(timer);
}

/** A child that dies early breaks the pipe; how it ended says more than that error. */
function feed({ stdin }: ChildProcess, input: string | undefined): void {
  stdin?.on('error', () => undefined).end(input);
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be run (${error.message})`));
    child.once('exit', (code, signal) => {
      releaseLifeline(child);
      resolve(endReason(code, signal));
    });
  });
}

function endReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal) return `was ended by ${signal}`;
  return code === folderInUseCode ? 'found its data folder in use' : `ended with exit code ${code}`;
}

function releaseLifeline(child: ChildProcess): void {
  const lifeline = child.stdio[3] as Writable | null | undefined;
  lifeline?.on('error', () => undefined).end('\n');
}
