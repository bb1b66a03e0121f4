import { isatty } from 'node:tty';
import { watchNpm } from './watchNpm.ts';

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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => once(signal));
  process.on('SIGHUP', () => (isDaemon && onHangUp ? onHangUp() : once('SIGHUP')));
  watchNpm(() => once('npm has ended'));
}

/** Under nohup, systemd or cron, no standard stream is a terminal. */
function hasTerminal(): boolean {
  return [0, 1, 2].some((fd) => isatty(fd));
}

/** Lets a process whose terminal was closed stop in order: its output then fails, and an unhandled error would end it. */
export function surviveClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
