/** Attempts of a call that fails inside the service: it may fail each time, and take others down with it. */
export const maxCrashes = 3;

export interface Backoff {
  /** Doubles with each attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Milliseconds to wait after so many failed attempts. */
export function growingMs(attempts: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** attempts, maxMs);
}

/** Like `growingMs`, with jitter of up to a half: processes that failed together do not retry together. */
export function backoffMs(attempts: number, backoff: Backoff): number {
  return growingMs(attempts, backoff) * (0.5 + Math.random() / 2);
}
