import type { Sent } from './sender.ts';

type Reason = Pick<Sent, 'code' | 'status' | 'requestId'> & Partial<Pick<Sent, 'retryAfterMs'>>;

/** A call that did not do what it should. */
export class CounterfoilError extends Error {
  /** The machine-readable reason, from `X-Svc-Error`. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Names the request to whoever runs the service. */
  readonly requestId: string;
  /** Milliseconds after which the service wants to be asked again; 0 when it did not say. */
  readonly retryAfterMs: number;

  constructor(message: string, { code, status, requestId, retryAfterMs = 0 }: Reason) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The operation ran and refused: nothing was changed. */
export class RefusedError extends CounterfoilError {
  /** What the refusal says beyond its message: the faulty fields, the existing record. */
  readonly data: unknown;

  constructor(sent: Sent) {
    super(sent.envelope.message, sent);
    this.data = sent.envelope.data;
  }
}

/** The signature was not accepted: unknown or revoked app, wrong secret. */
export class AuthenticationError extends CounterfoilError {}

/** The request itself was wrong, and no operation was run. */
export class RequestError extends CounterfoilError {}

/** No answer that says what became of the call, however often it was repeated. Repeating a write needs the same key. */
export class UnavailableError extends CounterfoilError {}

/** The error that an answer other than success stands for. */
export function failureOf(sent: Sent): CounterfoilError {
  if (sent.status === 200) return new RefusedError(sent);
  if (sent.status === 401) return new AuthenticationError(sent.envelope.message, sent);
  const isPassing = sent.status === 429 || sent.status >= 500;
  return isPassing
    ? new UnavailableError(sent.envelope.message, sent)
    : new RequestError(sent.envelope.message, sent);
}
