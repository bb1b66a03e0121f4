import { maxBatchBytes } from '../../shared/contract/values/contractLimits.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { Release } from '../calls/fairBudget.ts';

/** Time after a single call in which others are likely to follow. */
const calmMs = 1_000;

/** Time after which a batch no longer keeps others out: it waits for something, such as a lock. */
const defaultSliceMs = 1_000;

const maxBesideCalls = 1;
const maxAlone = 8;

/** Batches that run at once, including those that have used up their slice. Each is fully in memory. */
const maxInside = 16;

/**
 * Maximum batches of one account inside while others have some. An account that is alone may have `maxAlone`: its sets are larger
 * then.
 */
const maxBesideOthers = 4;

/** Bytes of the batches that wait for their turn: sixteen of the largest ones. */
const maxWaitingBytes = 16 * maxBatchBytes;

/** Bytes that a smaller batch counts as, so that at most 256 wait. */
const minCountedBytes = maxWaitingBytes / 256;

interface Inside {
  readonly account: number;
  hasSlice: boolean;
}

interface Waiting {
  readonly account: number;
  readonly bytes: number;
  readonly settle: (turn: Release | undefined) => void;
}

interface BatchLimiterOptions {
  readonly maxWaitMs: number;
  readonly callClient: Pick<CallClient, 'lastSingleCallAt'>;
  /** Time for which a batch keeps others out. */
  readonly sliceMs?: number;
  readonly now?: () => number;
}

/**
 * Makes batches give way to single calls: beside single calls one batch runs at a time, and the others wait as the bytes they
 * came in. With several running, single calls waited for processors at every step, and garbage collection copied thousands of
 * calls. Accounts take turns, and slow batches of one account do not hold up the others: a batch keeps others out only for a
 * slice of time, and its account gets no second batch in before them.
 */
export class BatchLimiter {
  readonly #maxWaitMs: number;
  readonly #callClient: Pick<CallClient, 'lastSingleCallAt'>;
  readonly #sliceMs: number;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  readonly #inside = new Set<Inside>();
  /** Accounts in the order of their last turns, the latest at the end. */
  #turns: number[] = [];

  constructor(options: BatchLimiterOptions) {
    this.#maxWaitMs = options.maxWaitMs;
    this.#callClient = options.callClient;
    this.#sliceMs = options.sliceMs ?? defaultSliceMs;
    this.#now = options.now ?? (() => performance.now());
  }

  get counts(): { readonly waiting: number; readonly running: number } {
    return { waiting: this.#waiting.length, running: this.#inside.size };
  }

  /**
   * Waits for the turn of a batch of so many bytes. The turn must be released. Resolves to undefined if the batch would wait too
   * long, or has no room to wait.
   */
  acquire(account: number, bodyBytes: number): Promise<Release | undefined> {
    const bytes = Math.max(bodyBytes, minCountedBytes);
    if (!this.#makeRoom(account, bytes)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#giveUp(waiting), this.#maxWaitMs);
      const settle = (turn: Release | undefined) => {
        clearTimeout(limit);
        resolve(turn);
      };
      const waiting = { account, bytes, settle };
      this.#waiting.push(waiting);
      this.#letIn();
    });
  }

  /** Makes the account with most bytes give up its newest batches, as fair switches drop from the longest queue. */
  #makeRoom(account: number, bytes: number): boolean {
    for (;;) {
      const sums = new Map<number, number>([[account, bytes]]);
      for (const its of this.#waiting) sums.set(its.account, (sums.get(its.account) ?? 0) + its.bytes);
      const total = [...sums.values()].reduce((sum, its) => sum + its, 0);
      if (total <= maxWaitingBytes) return true;
      const max = Math.max(...sums.values());
      const newest = this.#waiting.findLast((waiting) => sums.get(waiting.account) === max);
      if (sums.get(account) === max || !newest) return false;
      this.#giveUp(newest);
    }
  }

  #letIn(): void {
    while (this.#hasPlace()) {
      const next = this.#takeNext();
      if (!next) return;
      next.settle(this.#begin(next.account));
    }
  }

  #hasPlace(): boolean {
    const isCalm = this.#now() - this.#callClient.lastSingleCallAt > calmMs;
    const withSlice = [...this.#inside].filter(({ hasSlice }) => hasSlice).length;
    return withSlice < (isCalm ? maxAlone : maxBesideCalls) && this.#inside.size < maxInside;
  }

  #begin(account: number): Release {
    const inside = { account, hasSlice: true };
    this.#inside.add(inside);
    this.#turns = [...this.#turns.filter((other) => other !== account), account].slice(-maxInside);
    const slice = setTimeout(() => {
      inside.hasSlice = false;
      this.#letIn();
    }, this.#sliceMs);
    return () => {
      clearTimeout(slice);
      this.#inside.delete(inside);
      this.#letIn();
    };
  }

  /** Takes a batch of the account whose last turn is longest ago. Accounts with slow batches come last. */
  #takeNext(): Waiting | undefined {
    const mayEnter = this.#waiting.filter(
      ({ account }) => this.#insideOf(account).length < (this.#isAlone(account) ? maxAlone : maxBesideOthers),
    );
    const swift = mayEnter.filter(({ account }) => this.#insideOf(account).every(({ hasSlice }) => hasSlice));
    const lastTurn = ({ account }: Waiting) => this.#turns.indexOf(account);
    const [next] = (swift.length > 0 ? swift : mayEnter).toSorted((a, b) => lastTurn(a) - lastTurn(b));
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #isAlone(account: number): boolean {
    const isOther = (batch: { readonly account: number }) => batch.account !== account;
    return ![...this.#inside].some(isOther) && !this.#waiting.some(isOther);
  }

  #insideOf(account: number): readonly Inside[] {
    return [...this.#inside].filter((inside) => inside.account === account);
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.settle(undefined);
  }
}
