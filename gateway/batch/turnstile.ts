/** Milliseconds after a single call during which others are likely to follow. */
const calmMs = 1_000;

/** Batches that are worked on at once: of those that nobody works beside, as many as are let in by their size. */
const mostBesideCalls = 1;
const mostAlone = 8;

/** Batches that wait for their turn, each of them held whole; one account leaves room for others. */
const mostWaiting = 16;
const mostOfAccount = 12;

interface Waiting {
  readonly account: number;
  readonly settle: (mayEnter: boolean) => void;
}

interface TurnstileOptions {
  /** Milliseconds that a batch may wait. */
  readonly patienceMs: number;
  /** Tells the time, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Makes batches give way to single calls: while there are any, one batch is worked on at a time, and the others wait as the
 * bytes they came in. Several of them made single calls wait for processors on every step of their way, and the collector of
 * garbage copied thousands of calls. Accounts take turns.
 */
export class Turnstile {
  readonly #patienceMs: number;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  #underWay = 0;
  #lastCall = Number.NEGATIVE_INFINITY;
  #lastAccount: number | undefined;

  constructor({ patienceMs, now = () => performance.now() }: TurnstileOptions) {
    this.#patienceMs = patienceMs;
    this.#now = now;
  }

  /** Somebody makes a single call. */
  singleCall(): void {
    this.#lastCall = this.#now();
  }

  /** Resolves to whether it is the batch's turn, after which it has to leave; false when it would wait for too long. */
  enter(account: number): Promise<boolean> {
    if (!this.#hasRoom(account)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#giveUp(waiting), this.#patienceMs);
      const settle = (mayEnter: boolean) => {
        clearTimeout(limit);
        resolve(mayEnter);
      };
      const waiting = { account, settle };
      this.#waiting.push(waiting);
      this.#letIn();
    });
  }

  /** A batch that was let in is done. */
  leave(): void {
    this.#underWay -= 1;
    this.#letIn();
  }

  #hasRoom(account: number): boolean {
    const own = this.#waiting.filter((waiting) => waiting.account === account).length;
    return this.#waiting.length < mostWaiting && own < mostOfAccount;
  }

  #letIn(): void {
    const isCalm = this.#now() - this.#lastCall > calmMs;
    const most = isCalm ? mostAlone : mostBesideCalls;
    while (this.#underWay < most && this.#waiting.length > 0) {
      const { account, settle } = this.#takeNext();
      this.#underWay += 1;
      this.#lastAccount = account;
      settle(true);
    }
  }

  /** The one that waits longest, of another account than the last one if there is any. */
  #takeNext(): Waiting {
    const other = this.#waiting.findIndex(({ account }) => account !== this.#lastAccount);
    return this.#waiting.splice(Math.max(other, 0), 1)[0] as Waiting;
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.settle(false);
  }
}
