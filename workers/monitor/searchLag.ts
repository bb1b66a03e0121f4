import type { Handlers } from '../../shared/runtime/process/log.ts';
import type { SearchState } from './workerGauges.ts';

/** Keeps what the index of queries lacks, as this process measured it last. */
export class SearchLag {
  #state: SearchState | undefined;

  readonly handlers: Handlers = {
    search_measured: (state) => {
      this.#state = state;
    },
  };

  get state(): SearchState | undefined {
    return this.#state;
  }
}
