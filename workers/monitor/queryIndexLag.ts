import { LastMeasurement } from '../../shared/runtime/metrics/lastMeasurement.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { QueryIndexStatus } from '../../shared/wire/status/processStatus.ts';

/** Longer than the steps between two looks take, with their pauses, while many accounts are late. */
const maxAgeMs = 300_000;

/** Keeps what the query index lacks, as this process measured it last. */
export class QueryIndexLag {
  readonly #lag: LastMeasurement<QueryIndexStatus>;

  constructor(validMs = maxAgeMs) {
    this.#lag = new LastMeasurement(validMs);
  }

  readonly handlers: Handlers = {
    query_index_measured: (lag) => this.#lag.set(lag),
  };

  /** Undefined if this process has not measured it lately. */
  get state(): QueryIndexStatus | undefined {
    return this.#lag.value;
  }
}
