import { LastMeasurement } from '../../shared/runtime/metrics/lastMeasurement.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { InboxState } from './workerGauges.ts';

/**
 * Keeps the result of the last purge until after the next one, which any process may run: a metric without gaps, since an alert
 * waits minutes. Meanwhile, two processes may report the inbox.
 */
export class LastPurge {
  readonly #inbox: LastMeasurement<InboxState>;

  constructor(validMs: number) {
    this.#inbox = new LastMeasurement(validMs);
  }

  readonly handlers: Handlers = {
    inbox_measured: (inbox) => this.#inbox.set(inbox),
  };

  get inbox(): InboxState | undefined {
    return this.#inbox.value;
  }
}
