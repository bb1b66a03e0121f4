import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { InboxState } from './workerState.ts';

/**
 * Keeps the result of the last purge until the next purge is due, which any process may run. So two processes never report the
 * same rows.
 */
export class LastPurge {
  readonly #validMs: number;
  #found: InboxState | undefined;
  #foundAt = 0;

  constructor(validMs: number) {
    this.#validMs = validMs;
  }

  readonly handlers: Handlers = {
    inbox_measured: (found) => {
      this.#found = found;
      this.#foundAt = performance.now();
    },
  };

  get inbox(): InboxState | undefined {
    return performance.now() - this.#foundAt < this.#validMs ? this.#found : undefined;
  }
}
