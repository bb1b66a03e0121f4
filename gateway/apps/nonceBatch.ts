import { groupBy } from '../../shared/values/groupBy.ts';

/** The outcome for a nonce: taken by this request, used before, of a time whose nonces are forgotten, or unknown without Redis. */
export type NonceOutcome = 'taken' | 'reused' | 'forgotten' | 'unavailable';

interface Entry {
  readonly nonce: string;
  /** That of the time at which the request was signed. */
  readonly window: number;
  readonly settle: (outcome: NonceOutcome) => void;
}

/** Nonces that go to Redis together. */
export class NonceBatch {
  readonly #entries = new Map<string, Entry>();
  readonly #deadline: NodeJS.Timeout;
  readonly owner: number;
  settled = false;

  constructor(owner: number, deadlineMs: number) {
    this.owner = owner;
    this.#deadline = setTimeout(() => this.settle(() => 'unavailable'), deadlineMs);
  }

  /** The nonces by their windows. */
  get windows(): ReadonlyMap<number, readonly string[]> {
    const groups = groupBy([...this.#entries.values()], ({ window }) => window);
    return new Map([...groups].map(([window, entries]) => [window, entries.map(({ nonce }) => nonce)]));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** A nonce that is in the batch already is reused. */
  add(entry: Entry): void {
    if (this.#entries.has(entry.nonce)) entry.settle('reused');
    else this.#entries.set(entry.nonce, entry);
  }

  /** Settles every nonce with its outcome; only the first time. */
  settle(outcomeOf: (nonce: string) => NonceOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.#deadline);
    for (const { nonce, settle } of this.#entries.values()) settle(outcomeOf(nonce));
  }
}
