import { setTimeout as pause } from 'node:timers/promises';
import { summarize, type Tell } from '../../shared/log.ts';
import type { Inbox } from '../stores/inbox.ts';

/** Removes what the inbox need not remember any more, in steps so short that no writer waits for long. */
export class Purge {
  readonly #inbox: Inbox;
  readonly #rowsPerStep: number;
  readonly #tell: Tell;

  constructor(inbox: Inbox, rowsPerStep: number, tell: Tell) {
    this.#inbox = inbox;
    this.#rowsPerStep = rowsPerStep;
    this.#tell = tell;
  }

  /** Ends when nothing is left, or with the step in which it is told to stop. Never rejects: the next run makes up for a failure. */
  async run(stop: AbortSignal): Promise<void> {
    const begun = performance.now();
    let rows = 0;
    try {
      for (let removed = this.#rowsPerStep; removed === this.#rowsPerStep && !stop.aborted; rows += removed)
        removed = await this.#step(stop);
    } catch (error) {
      this.#tell('purge_failed', { error: summarize(error) });
    }
    if (rows > 0) this.#tell('inbox_purged', { rows, ms: Math.round(performance.now() - begun) });
  }

  /** Rests for as long as it worked: half of the time, the database is left to others. */
  async #step(stop: AbortSignal): Promise<number> {
    const begun = performance.now();
    const removed = await this.#inbox.removeExpired(this.#rowsPerStep);
    await pause(performance.now() - begun, undefined, { signal: stop }).catch(() => {});
    return removed;
  }
}
