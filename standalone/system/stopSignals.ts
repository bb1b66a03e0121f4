import { watchNpm } from './watchNpm.ts';

/** Calls `stop` once: on Ctrl-C, on SIGTERM, or when npm was killed and could not pass it on. A second Ctrl-C ends at once. */
export function onStopSignal(stop: (reason: string) => Promise<void>): void {
  let stopping = false;
  surviveClosedTerminal();
  const once = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => once(signal));
  watchNpm(() => once('npm has ended'));
}

/** Lets a process whose terminal was closed stop in order: its output fails from then on, which must not end it. */
export function surviveClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}
