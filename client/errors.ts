import type { PublicOperationName } from '../shared/operations/index.ts';
import type { Fault } from '../shared/refusals.ts';
import type {
  AuthenticationCode,
  ErrorCode,
  RefusalCodeOf,
  RefusedCode,
  RequestCode,
  UnavailableCode,
} from './codes.ts';
import type { Sent } from './sent.ts';

type Reason = Pick<Sent, 'code' | 'status' | 'requestId'> & Partial<Pick<Sent, 'retryAfterMs'>>;

/**
 * A call that did not succeed. Which of its four classes it has says what to do.
 *
 * @example
 * try {
 *   await service.customer.create(customer);
 * } catch (error) {
 *   if (!(error instanceof CounterfoilError)) throw error;
 *   console.error(error.code, error.message, error.requestId);
 * }
 */
export class CounterfoilError extends Error {
  /** The reason, from `X-Svc-Error`. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** Names the request to the operator of the service; empty without an answer. */
  readonly requestId: string;
  /** Milliseconds to wait before the next try, from `Retry-After`; 0 without that header. */
  readonly retryAfterMs: number;

  constructor(message: string, { code, status, requestId, retryAfterMs = 0 }: Reason) {
    super(message);
    this.name = new.target.name;
    this.code = code as ErrorCode;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The operation ran and refused. Nothing was changed; the same call is refused again.
 *
 * @example
 * if (error instanceof RefusedError && error.code === 'field_invalid')
 *   for (const { field, message } of error.faults) console.error(field, message);
 */
export class RefusedError extends CounterfoilError {
  declare readonly code: RefusedCode;
  /** `data` of the answer: the wrong fields, the record that exists already, or null. */
  readonly data: unknown;

  constructor(sent: Sent) {
    super(sent.envelope.message, sent);
    this.data = sent.envelope.data;
  }

  /** The wrong fields, at most 100, each with its code and message; empty for other refusals. */
  get faults(): readonly Fault[] {
    return (this.data as { readonly errors?: readonly Fault[] } | null)?.errors ?? [];
  }
}

/** The refusal of one operation: only its codes. */
export interface RefusalBy<Name extends PublicOperationName> extends RefusedError {
  readonly code: RefusalCodeOf<Name> | 'answer_too_large';
}

/** The service does not know the app, the app was revoked or disabled, or the secret is wrong. No operation was run. */
export class AuthenticationError extends CounterfoilError {
  declare readonly code: AuthenticationCode;
}

/** The request was wrong: no operation was run, and the same request fails again. */
export class RequestError extends CounterfoilError {
  declare readonly code: RequestCode;
}

/**
 * No answer says what happened, after all repeats of the client. The operation may have run: repeat a write with the
 * same idempotency key only.
 */
export class UnavailableError extends CounterfoilError {
  declare readonly code: UnavailableCode;
}

/** The error of an answer that is not a success. */
export function failureOf(sent: Sent): CounterfoilError {
  if (sent.status === 200) return new RefusedError(sent);
  if (sent.status === 401) return new AuthenticationError(sent.envelope.message, sent);
  const isTransient = sent.status === 429 || sent.status >= 500;
  return isTransient
    ? new UnavailableError(sent.envelope.message, sent)
    : new RequestError(sent.envelope.message, sent);
}
