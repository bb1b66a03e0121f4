/** How many times as much as is still free the answers of one account may hold. */
const share = 4;

/** Bounds the bytes of answers that are not written yet, since their clients don't read them. */
export class AnswerBytes {
  readonly #maxBytes: number;
  readonly #byAccount = new Map<number, number>();
  #all = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether there is room for another answer; what an account leaves unread is no reason to refuse one that reads. */
  fits(account: number, bytes = 0): boolean {
    const own = this.#of(account);
    const free = this.#maxBytes - this.#all;
    return own === 0 ? bytes <= free : bytes <= free && own < share * free;
  }

  /** Counts them until the function is called that this returns, which is safe to call twice. */
  hold(account: number, bytes: number): () => void {
    this.#add(account, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(account, -bytes);
      isHeld = false;
    };
  }

  #of(account: number): number {
    return this.#byAccount.get(account) ?? 0;
  }

  #add(account: number, bytes: number): void {
    this.#all += bytes;
    const own = this.#of(account) + bytes;
    if (own === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, own);
  }
}
