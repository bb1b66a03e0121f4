import type { RunContext, RunningSystem } from './system.ts';
import { type SystemProcess, type SystemProcessOptions, startSystemProcess } from './systemProcess.ts';

/** Starts the processes at the back first, and those that take requests when these are ready. Stops all if one fails. */
export async function startGroup(
  back: readonly SystemProcessOptions[],
  front: readonly SystemProcessOptions[],
  context: RunContext,
): Promise<RunningSystem> {
  const running: SystemProcess[] = [];
  const stop = async () => {
    for (const process of running.toReversed()) await process.stop();
  };
  try {
    for (const wave of [back, front])
      running.push(...(await Promise.all(wave.map((options) => startSystemProcess(options, context)))));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: running.slice(back.length).map(({ url }) => url),
    parts: running.map(({ part }) => part),
    workerLogs: running.slice(0, back.length).map(({ log }) => log),
    stop,
  };
}
