export interface Backoff {
  /** Doubles with each attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Milliseconds. Jitter of up to a half keeps processes that failed together from retrying together. */
export function backoffMs(attempts: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** attempts, maxMs) * (0.5 + Math.random() / 2);
}
