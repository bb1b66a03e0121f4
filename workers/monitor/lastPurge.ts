import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { InboxState } from './workerGauges.ts';

/**
 * Keeps the result of the last purge until after the next one, which any process may run: a metric without gaps, since an alert
 * waits minutes. Meanwhile, two processes may report the inbox.
 */
export class LastPurge {
  readonly #validMs: number;
  #inbox: InboxState | undefined;
  #measuredAt = 0;

  constructor(validMs: number) {
    this.#validMs = validMs;
  }

  readonly handlers: Handlers = {
    inbox_measured: (inbox) => {
      this.#inbox = inbox;
      this.#measuredAt = performance.now();
    },
  };

  get inbox(): InboxState | undefined {
    return performance.now() - this.#measuredAt < this.#validMs ? this.#inbox : undefined;
  }
}
