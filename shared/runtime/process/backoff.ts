/** Attempts of a call that fails inside the service: it may fail each time, and take others down with it. */
export const maxCrashes = 3;

export interface Backoff {
  /** Doubles with each attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Milliseconds. Jitter of up to a half keeps processes that failed together from retrying together. */
export function backoffMs(attempts: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** attempts, maxMs) * (0.5 + Math.random() / 2);
}
