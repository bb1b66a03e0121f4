import { type Emit, summarize } from '../../shared/process/log.ts';
import type { Inbox } from '../stores/inbox.ts';
import { pacedStep } from './pacedStep.ts';

/** Removes the expired rows of the inbox, in steps so short that no writer waits for long. */
export class Purge {
  readonly #inbox: Inbox;
  readonly #rowsPerStep: number;
  readonly #emit: Emit;

  constructor(inbox: Inbox, rowsPerStep: number, emit: Emit) {
    this.#inbox = inbox;
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
      for (let removed = this.#rowsPerStep; removed === this.#rowsPerStep && !stop.aborted; rows += removed)
        removed = await pacedStep(() => this.#inbox.removeExpired(this.#rowsPerStep), stop);
      this.#emit('inbox_measured', await this.#inbox.measure());
    } catch (error) {
      this.#emit('purge_failed', { error: summarize(error) });
    }
    if (rows > 0) this.#emit('inbox_purged', { rows, ms: Math.round(performance.now() - startedAt) });
  }
}
