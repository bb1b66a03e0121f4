import type { Envelope } from '../shared/calls/envelope.ts';

/** An answer as it came. */
export interface Sent {
  /** The HTTP status. 200 means that the operation ran; `envelope.response` says whether it succeeded. */
  readonly status: number;
  /** `X-Svc-Error`: the reason of a failure; empty on success. */
  readonly code: string;
  /** `X-Request-Id`: names the request to the operator of the service. */
  readonly requestId: string;
  /** Milliseconds to wait before the next try, from `Retry-After`; 0 without that header. */
  readonly retryAfterMs: number;
  /** The body of the answer. */
  readonly envelope: Envelope;
}
