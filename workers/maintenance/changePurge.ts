import { type Emit, summarize } from '../../shared/process/log.ts';
import type { ExpiredChanges } from '../stores/expiredChanges.ts';
import { pacedStep } from './pacedStep.ts';

const accountsAtOnce = 1_000;

/** Removes changes that are no longer kept, in steps so short that no writer waits for long. */
export class ChangePurge {
  readonly #changes: ExpiredChanges;
  readonly #rowsPerStep: number;
  readonly #emit: Emit;

  constructor(changes: ExpiredChanges, rowsPerStep: number, emit: Emit) {
    this.#changes = changes;
    this.#rowsPerStep = rowsPerStep;
    this.#emit = emit;
  }

  /**
   * Ends when nothing is left, or after the step during which `stop` aborts. Never rejects: the next run removes what a failure
   * left.
   */
  async run(stop: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    let rows = 0;
    try {
      for await (const removed of this.#steps(stop)) rows += removed;
    } catch (error) {
      this.#emit('purge_failed', { error: summarize(error) });
    }
    if (rows > 0) this.#emit('changes_purged', { rows, ms: Math.round(performance.now() - startedAt) });
  }

  async *#steps(stop: AbortSignal): AsyncGenerator<number> {
    let after: number | undefined = 0;
    while (after !== undefined && !stop.aborted) {
      const { expired, last } = await this.#changes.accounts(after, accountsAtOnce);
      for (const account of expired) yield* this.#stepsOf(account, stop);
      after = last;
    }
  }

  async *#stepsOf(account: number, stop: AbortSignal): AsyncGenerator<number> {
    for (let removed = this.#rowsPerStep; removed === this.#rowsPerStep && !stop.aborted; ) {
      removed = await pacedStep(() => this.#changes.remove(account, this.#rowsPerStep), stop);
      yield removed;
    }
  }
}
