import type { Link } from '../host.ts';
import { RedisState } from './redisState.ts';

type Write = (state: RedisState) => unknown;

/** A command that waits for data. */
interface Waiter {
  readonly check: () => void;
}

/** Redis's answer to a command that it did not run. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
}

/** A simulated Redis: its data, what was written to it, and who waits. */
export class RedisServer {
  state = new RedisState();
  readonly links = new Set<Link>();
  /** Times until which it is down, and until which it has no memory. */
  #downUntil = 0;
  #fullUntil = 0;
  #written: { readonly at: number; readonly write: Write }[] = [];
  readonly #waiters = new Set<Waiter>();

  /** Milliseconds by which its clock is behind, as that of another or restarted server may be. */
  #behindMs = 0;

  /** Time of its clock, which numbers the entries of streams. */
  now(): number {
    return Date.now() - this.#behindMs;
  }

  get isDown(): boolean {
    return this.#downUntil > performance.now();
  }

  /** Applies a write. Throws when there is no memory, unless the command frees some. */
  write<Result>(write: (state: RedisState) => Result, frees = false): Result {
    if (!frees && this.#fullUntil > performance.now())
      throw new ReplyError("OOM command not allowed when used memory > 'maxmemory'.");
    this.#written.push({ at: performance.now(), write });
    const result = write(this.state);
    for (const { check } of Array.from(this.#waiters)) check();
    return result;
  }

  /** Resolves to what `find` finds, now or after a write; to undefined when it finds nothing for so long. */
  waitFor<Found>(
    find: () => Found | undefined,
    ms: number,
    isOpen: () => boolean,
  ): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const end = (found?: Found) => {
        clearTimeout(limit);
        isWaiting = false;
        this.#waiters.delete(waiter);
        resolve(found);
      };
      const check = () => {
        // A command that takes a job writes, and so is looked at again while it does that.
        if (!isWaiting) return;
        isWaiting = false;
        if (!isOpen()) return end();
        try {
          const found = find();
          if (found === undefined) isWaiting = true;
          else end(found);
        } catch (error) {
          end();
          reject(error);
        }
      };
      const waiter = { check };
      const limit = setTimeout(end, ms);
      this.#waiters.add(waiter);
      check();
    });
  }

  /** Stops for a while. Its data is kept. */
  stop(ms: number): void {
    this.#downUntil = performance.now() + ms;
    for (const link of Array.from(this.links)) link.cut();
  }

  /** A replica takes over that has not got what was written in the last `lagMs`. */
  failOver(lagMs: number, ms: number): void {
    const until = performance.now() - lagMs;
    this.#written = this.#written.filter(({ at }) => at <= until);
    this.state = new RedisState();
    for (const { write } of this.#written) write(this.state);
    this.stop(ms);
  }

  /** Loses its data, and is another server, whose clock is behind. */
  empty(behindMs: number): void {
    this.#behindMs = behindMs;
    this.state = new RedisState();
    this.#written = [];
  }

  runOutOfMemory(ms: number): void {
    this.#fullUntil = performance.now() + ms;
  }
}
