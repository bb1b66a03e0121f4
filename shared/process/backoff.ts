/** How long to wait between attempts, in milliseconds. */
export interface Backoff {
  /** Doubles with each attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after so many attempts: exponential backoff with jitter of up to a half, so that processes that
 * failed together do not try again together.
 */
export function backoffMs(attempts: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** attempts, maxMs) * (0.5 + Math.random() / 2);
}
