import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { QueryIndexStatus } from '../../shared/wire/status/processStatus.ts';

/** Keeps what the query index lacks, as this process measured it last. */
export class QueryIndexLag {
  #state: QueryIndexStatus | undefined;

  readonly handlers: Handlers = {
    query_index_measured: (state) => {
      this.#state = state;
    },
  };

  get state(): QueryIndexStatus | undefined {
    return this.#state;
  }
}
