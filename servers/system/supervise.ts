import { growingMs } from '../../shared/runtime/process/backoff.ts';
import { pause } from '../../shared/runtime/process/pause.ts';

interface Restartable {
  readonly name: string;
  start(): Promise<void>;
  onExit(listener: (reason: string) => void): void;
}

type PrintLine = (line: string) => void;

const shortLifeMs = 10_000;
const restartBackoff = { firstMs: 100, maxMs: 5_000 };

/**
 * Restarts each process when it ends by itself: at once, or after a pause that grows while it ends soon after its starts. Must
 * be called before the first start. Returns the function that stops this.
 */
export function supervise(processes: readonly Restartable[], printLine: PrintLine): () => void {
  const over = new AbortController();
  for (const process of processes) restartWhenEnded(process, printLine, over.signal);
  return () => over.abort();
}

function restartWhenEnded(process: Restartable, printLine: PrintLine, over: AbortSignal): void {
  let startedAt = Date.now();
  let shortLives = 0;
  const restart = async (problem: string): Promise<void> => {
    if (over.aborted) return;
    const [line = ''] = problem.split('\n', 1);
    printLine(`${line.replace(/\.$/, '')}; starting it again`);
    const pauseMs = shortLives === 0 ? 0 : growingMs(shortLives, restartBackoff);
    await pause(pauseMs, over);
    if (over.aborted) return;
    startedAt = Date.now();
    try {
      await process.start();
      printLine(`${process.name} is back`);
    } catch (error) {
      shortLives += 1;
      void restart((error as Error).message);
    }
  };
  process.onExit((reason) => {
    shortLives = Date.now() - startedAt < shortLifeMs ? shortLives + 1 : 0;
    void restart(reason);
  });
}
