import type { Handlers } from '../../shared/metrics/subscribe.ts';
import type { InboxState } from './workerState.ts';

/**
 * What the last purge found, for as long as this process is the one that purged last: then the next purge is due, which any
 * process may make. So at no time do two processes report the same rows.
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
