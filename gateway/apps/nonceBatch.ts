/** The outcome for a nonce: taken by this request, used before, or unknown because Redis could not be asked. */
export type NonceOutcome = 'taken' | 'reused' | 'unavailable';

/** Nonces that go to Redis together. */
export class NonceBatch {
  readonly #settles = new Map<string, (outcome: NonceOutcome) => void>();
  readonly #deadline: NodeJS.Timeout;
  readonly owner: number;
  settled = false;

  constructor(owner: number, deadlineMs: number) {
    this.owner = owner;
    this.#deadline = setTimeout(() => this.settle(() => 'unavailable'), deadlineMs);
  }

  get nonces(): readonly string[] {
    return [...this.#settles.keys()];
  }

  get size(): number {
    return this.#settles.size;
  }

  /** A nonce that is in the batch already is reused. */
  add(nonce: string, settle: (outcome: NonceOutcome) => void): void {
    if (this.#settles.has(nonce)) settle('reused');
    else this.#settles.set(nonce, settle);
  }

  /** Settles every nonce with the outcome for its index; only the first time. */
  settle(outcomeOf: (index: number) => NonceOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.#deadline);
    let index = 0;
    for (const settle of this.#settles.values()) settle(outcomeOf(index++));
  }
}
