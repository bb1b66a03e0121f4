import type { RawAnswer } from './transport.ts';

/**
 * Keeps an app within its rate limit, which answers report in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`:
 * a request that would be refused waits for the next window instead. Times are in milliseconds of one clock.
 */
export class Pacer {
  /** Requests in a window; undefined while no limit is known. */
  #limit: number | undefined;
  #left = 0;
  #windowMs = 1_000;
  #endsAt = 0;

  /** Counts a request and returns 0, or returns how long to wait before asking again. */
  take(now: number): number {
    if (this.#limit === undefined) return 0;
    if (now >= this.#endsAt) {
      this.#left = this.#limit;
      this.#endsAt = now + this.#windowMs;
    }
    if (this.#left <= 0) return this.#endsAt - now;
    this.#left -= 1;
    return 0;
  }

  answered({ status, header }: Pick<RawAnswer, 'status' | 'header'>, now: number): void {
    const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((name) =>
      numberIn(header(`ratelimit-${name}`)),
    );
    if (limit === undefined || remaining === undefined || resetSeconds === undefined || limit < 1) {
      // Only an answer of an operation shows that the limit was removed: overload is refused before limits are looked at.
      if (status === 200) this.#limit = undefined;
      return;
    }
    this.#left = this.#limit === undefined ? remaining : Math.min(this.#left, remaining);
    this.#limit = limit;
    this.#windowMs = resetSeconds * 1_000;
    // The service's window began with the first request that it counted, so it ends no later than this.
    const isFirst = remaining === limit - 1;
    if (isFirst || now >= this.#endsAt) this.#endsAt = now + this.#windowMs;
    if (status === 429) this.#pause(now);
  }

  #pause(now: number): void {
    this.#left = 0;
    this.#endsAt = Math.max(this.#endsAt, now + this.#windowMs);
  }
}

function numberIn(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
