/**
 * Runs a round every `everyMs`, for the first time after that time. Rounds do not overlap: one that takes longer delays the next.
 * A round that fails is ignored, since the next one makes up for it. Keeps no process running. Returns the function that ends
 * this: no round begins after it. Safe to call twice.
 */
export function repeat(everyMs: number, round: () => unknown): () => void {
  let isStopped = false;
  const run = async () => {
    const startedAt = performance.now();
    try {
      await round();
    } catch {
      // The next round makes up for it.
    }
    if (!isStopped) schedule(everyMs - (performance.now() - startedAt));
  };
  const schedule = (ms: number) => {
    timer = setTimeout(run, Math.max(0, ms)).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  schedule(everyMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
