import { type Emit, summarize } from './log.ts';

type Stop = () => unknown;

/** A stop overran its limit, or failed. The other stops run all the same. */
export type StopProblem =
  | { readonly kind: 'overran'; readonly part: string }
  | { readonly kind: 'failed'; readonly part: string; readonly error: unknown };

/** Registry of stops. They run in reverse order, each bounded in time. */
export class Lifecycle {
  readonly #stops: { readonly part: string; readonly stop: Stop; readonly limitMs: number }[] = [];
  #stopping: Promise<void> | undefined;
  readonly #onProblem: (problem: StopProblem) => void;

  constructor(onProblem: (problem: StopProblem) => void = () => {}) {
    this.#onProblem = onProblem;
  }

  /** Every started part registers its stop. After `limitMs` the next stop begins. */
  onStop(part: string, stop: Stop, limitMs = 2_000): void {
    this.#stops.push({ part, stop, limitMs });
  }

  /** Safe to call twice. Never rejects: problems go to the constructor's callback. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const { part, stop, limitMs } of this.#stops.toReversed()) {
      const work = Promise.resolve()
        .then(stop)
        .catch((error: unknown) => this.#onProblem({ kind: 'failed', part, error }));
      if (!(await endsWithin(limitMs, work))) this.#onProblem({ kind: 'overran', part });
    }
  }
}

/** Starts parts that register their stops. If one of them fails, stops the others, and rejects. */
export async function startOrStop<Started>(
  emit: Emit,
  start: (lifecycle: Lifecycle) => Promise<Started>,
): Promise<Started> {
  const lifecycle = new Lifecycle((problem) => {
    const { kind, part } = problem;
    if (kind === 'overran') emit('stop_overran', { part });
    else emit('stop_failed', { part, error: summarize(problem.error) });
  });
  try {
    return await start(lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

export function describeStopProblem(problem: StopProblem): string {
  if (problem.kind === 'overran') return `${problem.part} did not stop in time`;
  const { error, part } = problem;
  return `${part} failed to stop: ${error instanceof Error ? error.message : String(error)}`;
}

/** Resolves to false if the work exceeds the limit; the work then continues unobserved. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, limitMs, false);
  });
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}
