/** The four fields of every answer. */
export interface Envelope<Data = unknown> {
  /** True if the operation succeeded. */
  readonly response: boolean;
  /** The result of the operation, or the details of some refusals; otherwise null. */
  readonly data: Data;
  /** The operation, as it was sent. */
  readonly method: string;
  /** The outcome in words, for people. */
  readonly message: string;
}

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
  /** The `Idempotency-Key` that was sent; undefined of a read. */
  readonly idempotencyKey: string | undefined;
  /** Number of times that the request was sent. */
  readonly attempts: number;
  /** True if an earlier attempt got no answer: the operation may have run although this answer says that it did not. */
  readonly followsUnknown: boolean;
  /** The body of the answer. */
  readonly envelope: Envelope;
}
