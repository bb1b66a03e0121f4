import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { repeat } from './repeat.ts';

/**
 * Calls `stop` once: on Ctrl-C, on SIGTERM, or when npm was killed and could not pass it on. A second Ctrl-C ends the process
 * at once. In a process with a terminal, SIGHUP says that the terminal was closed, and stops it. Without a terminal, SIGHUP
 * calls `onHangUp` if that is given.
 */
export function onStopSignal(stop: (reason: string) => Promise<void>, onHangUp?: () => void): void {
  let stopping = false;
  const isDaemon = !hasTerminal();
  surviveClosedTerminal();
  const once = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop(reason);
  };
  onCtrlC(() => once('SIGINT'));
  process.on('SIGTERM', () => once('SIGTERM'));
  process.on('SIGHUP', () => (isDaemon && onHangUp ? onHangUp() : once('SIGHUP')));
  watchNpm(() => {
    if (!stopping) once('npm has ended');
  });
}

/** Milliseconds in which a repeated SIGINT is the same Ctrl-C: npm 11 passes on what the terminal has already sent. */
const sameCtrlCMs = 500;

/** Calls `pressed` at each Ctrl-C. Returns a function that ends this. */
export function onCtrlC(pressed: () => void): () => void {
  let lastPressed = Number.NEGATIVE_INFINITY;
  const listener = () => {
    const now = performance.now();
    if (now - lastPressed < sameCtrlCMs) return;
    lastPressed = now;
    pressed();
  };
  process.on('SIGINT', listener);
  return () => process.off('SIGINT', listener);
}

/** Aborts at a signal. After `release`, signals end the process again. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/** Aborts at Ctrl-C, SIGTERM, or the end of the terminal, so that work in progress can end. The second signal ends the process. */
export function abortOnSignals(): Interruption {
  const stop = new AbortController();
  const stopOrEnd = () => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new Error('stopped'));
  };
  // Without a terminal, SIGHUP may be ignored on purpose (nohup).
  const ends: readonly NodeJS.Signals[] = hasTerminal() ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM'];
  const offCtrlC = onCtrlC(stopOrEnd);
  for (const signal of ends) process.on(signal, stopOrEnd);
  const release = () => {
    offCtrlC();
    for (const signal of ends) process.off(signal, stopOrEnd);
  };
  return { signal: stop.signal, release };
}

/** Under nohup, systemd or cron, no standard stream is a terminal. */
function hasTerminal(): boolean {
  return [0, 1, 2].some((fd) => isatty(fd));
}

/** Lets a process whose terminal was closed stop in order: its output then fails, and an unhandled error would end it. */
export function surviveClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

const pollMs = 500;

/** Calls `onGone` if npm or npx started this process and has ended without passing a signal on. */
export function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const first = ancestors();
  const stop = repeat(pollMs, () => {
    // The kernel gives orphans a new parent.
    if (ancestors() === first) return;
    stop();
    onGone();
  });
}

/** Returns the process ids from the parent up to npm, which may have started this process through a shell. */
function ancestors(): string {
  const { ppid } = process;
  const isShell = /^(?:sh|dash|bash)$/.test(read(`/proc/${ppid}/comm`).trim());
  return isShell ? `${ppid} ${/^PPid:\s*(\d+)/m.exec(read(`/proc/${ppid}/status`))?.[1]}` : `${ppid}`;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    /* v8 ignore next -- only without /proc. */
    return '';
  }
}
