import { isatty } from 'node:tty';
import { watchNpm } from './watchNpm.ts';

/**
 * Calls `stop` once: on Ctrl-C, on SIGTERM, or when npm was killed and could not pass it on. A second Ctrl-C ends at once.
 * SIGHUP stops if it says that the terminal was closed. In a process without a terminal, it calls `onHangUp`, if that is given.
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

/** Whether one of the standard streams is a terminal. Under nohup, systemd or cron, none is. */
function hasTerminal(): boolean {
  return [0, 1, 2].some((fd) => isatty(fd));
}

/** Lets a process whose terminal was closed stop in order: its output fails from then on, which must not end it. */
export function surviveClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
