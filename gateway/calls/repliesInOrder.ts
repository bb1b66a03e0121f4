import type { Reply } from '../../shared/calls/envelope.ts';

/** Gathers the replies to calls that were made together: one promise for all of them, not one for each. */
export class RepliesInOrder {
  readonly #replies: Reply[];
  readonly #onAll: (replies: readonly Reply[]) => void;
  #open: number;

  /** `onAll` gets the replies to so many calls, when the last one is there. */
  constructor(calls: number, onAll: (replies: readonly Reply[]) => void) {
    this.#replies = Array.from({ length: calls });
    this.#onAll = onAll;
    this.#open = calls;
    if (calls === 0) onAll([]);
  }

  /** Each call is answered once. */
  set(at: number, reply: Reply): void {
    this.#replies[at] = reply;
    this.#open -= 1;
    if (this.#open === 0) this.#onAll(this.#replies);
  }
}
