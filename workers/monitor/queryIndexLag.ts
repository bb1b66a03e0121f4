import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { QueryIndexState } from './workerGauges.ts';

/** Keeps what the query index lacks, as this process measured it last. */
export class QueryIndexLag {
  #state: QueryIndexState | undefined;

  readonly handlers: Handlers = {
    query_index_measured: (state) => {
      this.#state = state;
    },
  };

  get state(): QueryIndexState | undefined {
    return this.#state;
  }
}
