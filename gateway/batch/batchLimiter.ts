import { sum } from '../../shared/contract/values/arithmetic.ts';
import { maxBatchBytes } from '../../shared/contract/values/contractLimits.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { Release } from '../calls/fairBudget.ts';

/** Time after a single call in which others are likely to follow. */
const calmMs = 1_000;

/** Time after which a batch no longer keeps others out: it waits for something, such as a lock. */
const defaultSliceMs = 1_000;

/** Bytes of a batch that takes a whole place. Smaller ones, such as a customer with its addresses, share one. */
const placeBytes = 65_536;

/** Bytes that the smallest batch counts as: at most 64 share a place. */
const minSharedBytes = placeBytes / 64;

/** Places of batches that run beside single calls, and without them. */
const maxBesideCalls = 1;
const maxAlone = 8;

/** Places of batches that run at once, including those that have used up their slice. Each is fully in memory. */
const maxInside = 16;

/**
 * Maximum places of one account inside while others have some. An account that is alone may have `maxAlone`: its sets are larger
 * then.
 */
const maxBesideOthers = 4;

/** Accounts whose last turns are remembered. */
const maxTurns = 256;

/** Bytes of the batches that wait for their turn: sixteen of the largest ones. */
const maxWaitingBytes = 16 * maxBatchBytes;

/** Bytes that a smaller batch counts as, so that at most 256 wait. */
const minCountedBytes = maxWaitingBytes / 256;

interface Inside {
  readonly account: number;
  readonly places: number;
  hasSlice: boolean;
}

interface Waiting {
  readonly account: number;
  readonly bytes: number;
  /** Places that the batch takes, at most one. */
  readonly places: number;
  readonly settle: (turn: Release | undefined) => void;
}

interface Standing {
  /** Places that the account's running batches take. */
  places: number;
  /** Decides the turn: the account with the lowest rank is next. */
  rank: number;
}

interface BatchLimiterOptions {
  readonly maxWaitMs: number;
  readonly callClient: Pick<CallClient, 'lastSingleCallAt'>;
  /** Time for which a batch keeps others out. */
  readonly sliceMs?: number;
  readonly now?: () => number;
}

/**
 * Makes batches give way to single calls: beside single calls one batch runs at a time, or several small ones, and the others wait
 * as the bytes they came in. With several running, single calls waited for processors at every step, and garbage collection copied
 * thousands of calls. Accounts take turns, and slow batches of one account do not hold up the others: a batch keeps others out only
 * for a slice of time, and its account gets no second batch in before them.
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
    const places = Math.min(1, Math.max(bodyBytes, minSharedBytes) / placeBytes);
    if (!this.#makeRoom(account, bytes)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#giveUp(waiting), this.#maxWaitMs);
      const settle = (turn: Release | undefined) => {
        clearTimeout(limit);
        resolve(turn);
      };
      const waiting = { account, bytes, places, settle };
      this.#waiting.push(waiting);
      this.#letIn();
    });
  }

  /**
   * Makes the account with most bytes give up its newest batches, as fair switches drop from the longest queue. Returns false, and
   * takes nobody's room, if that does not help.
   */
  #makeRoom(account: number, bytes: number): boolean {
    const sums = new Map<number, number>([[account, bytes]]);
    for (const batch of this.#waiting) sums.set(batch.account, (sums.get(batch.account) ?? 0) + batch.bytes);
    let total = sum([...sums.values()]);
    const dropped = new Set<Waiting>();
    while (total > maxWaitingBytes) {
      const most = Math.max(...sums.values());
      const newest = this.#waiting.findLast(
        (batch) => sums.get(batch.account) === most && !dropped.has(batch),
      );
      if (sums.get(account) === most || !newest) return false;
      dropped.add(newest);
      sums.set(newest.account, most - newest.bytes);
      total -= newest.bytes;
    }
    for (const waiting of dropped) this.#giveUp(waiting);
    return true;
  }

  #letIn(): void {
    for (let next = this.#next(); next && this.#hasRoomFor(next); next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.settle(this.#begin(next));
    }
  }

  #hasRoomFor({ places }: Waiting): boolean {
    const isCalm = this.#now() - this.#callClient.lastSingleCallAt > calmMs;
    const all = [...this.#inside];
    const withSlice = all.filter(({ hasSlice }) => hasSlice);
    return (
      placesOf(withSlice) + places <= (isCalm ? maxAlone : maxBesideCalls) &&
      placesOf(all) + places <= maxInside
    );
  }

  #begin({ account, places }: Waiting): Release {
    const inside = { account, places, hasSlice: true };
    this.#inside.add(inside);
    this.#turns = [...this.#turns.filter((other) => other !== account), account].slice(-maxTurns);
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

  /** Returns a batch of the account whose last turn is longest ago. Accounts with slow batches come last. */
  #next(): Waiting | undefined {
    const accounts = this.#standings();
    const max = accounts.size === 1 ? maxAlone : maxBesideOthers;
    let next: Waiting | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      const { places, rank } = accounts.get(waiting.account) as Standing;
      if (rank >= lowest || places + waiting.places > max) continue;
      next = waiting;
      lowest = rank;
    }
    return next;
  }

  /** Returns the accounts that have a batch here. */
  #standings(): ReadonlyMap<number, Standing> {
    const accounts = new Map<number, Standing>();
    for (const { account } of [...this.#waiting, ...this.#inside])
      if (!accounts.has(account)) accounts.set(account, { places: 0, rank: this.#turns.indexOf(account) });
    for (const { account, places, hasSlice } of this.#inside) {
      const standing = accounts.get(account) as Standing;
      standing.places += places;
      if (!hasSlice && standing.rank < maxTurns) standing.rank += maxTurns;
    }
    return accounts;
  }

  #giveUp(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.settle(undefined);
  }
}

function placesOf(batches: readonly Inside[]): number {
  return sum(batches.map(({ places }) => places));
}
