import { groupBy } from '../../shared/contract/values/groupBy.ts';

/**
 * The nonce is taken by this request, was used before, belongs to a time whose nonces are forgotten, or is unknown because
 * Redis does not answer.
 */
export type NonceOutcome = 'taken' | 'reused' | 'forgotten' | 'unavailable';

interface Entry {
  readonly nonce: string;
  readonly window: number;
  readonly settle: (outcome: NonceOutcome) => void;
}

export class NonceBatch {
  readonly #entries = new Map<string, Entry>();
  readonly #deadline: NodeJS.Timeout;
  readonly owner: number;
  settled = false;

  constructor(owner: number, deadlineMs: number) {
    this.owner = owner;
    this.#deadline = setTimeout(() => this.settle(() => 'unavailable'), deadlineMs);
  }

  get windows(): ReadonlyMap<number, readonly string[]> {
    const groups = groupBy([...this.#entries.values()], ({ window }) => window);
    return new Map([...groups].map(([window, entries]) => [window, entries.map(({ nonce }) => nonce)]));
  }

  get size(): number {
    return this.#entries.size;
  }

  add(entry: Entry): void {
    if (this.#entries.has(entry.nonce)) entry.settle('reused');
    else this.#entries.set(entry.nonce, entry);
  }

  /** The first call settles the nonces; later ones have no effect. */
  settle(outcomeOf: (nonce: string) => NonceOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.#deadline);
    for (const { nonce, settle } of this.#entries.values()) settle(outcomeOf(nonce));
  }
}
