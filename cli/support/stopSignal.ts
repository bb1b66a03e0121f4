import { onCtrlC } from '../../shared/runtime/process/stopSignals.ts';

/** Exit code of a process that was ended by Ctrl-C, as shells have it: 128 and the number of SIGINT. */
export const interruptedCode = 130;

/** Aborts at the first signal, so that batches in flight can end. The second signal ends the process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const stopOrEnd = () => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new Error('stopped'));
  };
  onCtrlC(stopOrEnd);
  process.on('SIGTERM', stopOrEnd);
  return stop.signal;
}
