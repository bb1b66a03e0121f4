import { abortOnSignals } from '../../shared/runtime/process/stopSignals.ts';

/** Exit code of a process that was ended by Ctrl-C, as shells have it: 128 and the number of SIGINT. */
export const interruptedCode = 130;

/** Aborts at the first signal, so that batches in flight can end. The second signal ends the process. */
export function stopSignal(): AbortSignal {
  return abortOnSignals().signal;
}
