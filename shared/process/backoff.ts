export interface Backoff {
  /** Doubles with each attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Exponential backoff with jitter of up to a half, so that processes that failed together do not retry together. Returns
 * milliseconds.
 */
export function backoffMs(attempts: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** attempts, maxMs) * (0.5 + Math.random() / 2);
}
