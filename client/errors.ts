import type { AuthenticationCode, FieldError, OperationName } from './contract.ts';
import {
  type ErrorCode,
  type RefusalCodeOf,
  type RefusalData,
  type RefusedCode,
  type RequestCode,
  type UnavailableCode,
} from './refusalTypes.ts';
import type { Sent } from './sent.ts';

/** @internal */
type Optional = 'requestId' | 'retryAfterMs' | 'attempts' | 'idempotencyKey' | 'status';
/** @internal */
type Reason = Pick<Sent, 'code'> & Partial<Pick<Sent, Optional>> & { readonly cause?: unknown };

/**
 * A call that did not succeed. Which of its five classes it has says what to do.
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
  /**
   * The `Idempotency-Key` of a write, yours or the one that the client made: repeat the same call with it, and it runs once.
   * The key of the entry in a batch or, if it has none, of the batch. Undefined for a read.
   */
  readonly idempotencyKey: string | undefined;
  /** Number of times that the request was sent. */
  readonly attempts: number;

  /** @internal */
  constructor(message: string, { code, cause, ...reason }: Reason) {
    super(message, cause === undefined ? undefined : { cause });
    // Bundlers rename classes, so `new.target.name` would not do.
    this.name = 'CounterfoilError';
    this.code = code as ErrorCode;
    this.status = reason.status ?? 0;
    this.requestId = reason.requestId ?? '';
    this.retryAfterMs = reason.retryAfterMs ?? 0;
    this.idempotencyKey = reason.idempotencyKey;
    this.attempts = reason.attempts ?? 0;
  }
}

/** A refusal with a code, and the `data` that comes with this code. */
export interface RefusalWith<Code extends RefusedCode> extends CounterfoilError {
  readonly code: Code;
  /** The code again, with the wrong fields or the record that exists already; null of some refusals. */
  readonly data: RefusalData<Code>;
  /** The wrong fields, at most 100, each with its code and message; empty for other refusals. */
  readonly fieldErrors: readonly FieldError[];
}

/**
 * The operation ran and refused. Nothing was changed; the same call is refused again. Its `code` tells what `data` has.
 *
 * @example
 * if (error instanceof RefusedError && error.code === 'external_ident_exists')
 *   console.log(error.data.article_ident);
 */
export type RefusedError = { [Code in RefusedCode]: RefusalWith<Code> }[RefusedCode];

class Refused extends CounterfoilError {
  readonly data: unknown;

  constructor(sent: Sent) {
    super(sent.envelope.message, sent);
    this.name = 'RefusedError';
    this.data = sent.envelope.data;
  }

  get fieldErrors(): readonly FieldError[] {
    return (this.data as { readonly errors?: readonly FieldError[] } | null)?.errors ?? [];
  }
}

/** The operation ran and refused. Nothing was changed; the same call is refused again. */
export const RefusedError: {
  new (sent: Sent): RefusedError;
  readonly prototype: RefusedError;
} = Refused as never;

/** The refusal of one operation: only its codes. */
export type RefusalBy<Name extends OperationName> = {
  [Code in RefusalCodeOf<Name> | 'answer_too_large']: RefusalWith<Code>;
}[RefusalCodeOf<Name> | 'answer_too_large'];

/** The service does not know the app, the app was revoked or disabled, or the secret is wrong. No operation was run. */
export class AuthenticationError extends CounterfoilError {
  declare readonly code: AuthenticationCode;
  override readonly name = 'AuthenticationError';
}

/** The request was wrong: no operation was run, and the same request fails again. */
export class RequestError extends CounterfoilError {
  declare readonly code: RequestCode;
  override readonly name = 'RequestError';
}

/**
 * No answer says what happened, after all repeats of the client. The operation may have run: repeat a write with
 * `idempotencyKey` only.
 */
export class UnavailableError extends CounterfoilError {
  declare readonly code: UnavailableCode;
  override readonly name = 'UnavailableError';
}

/**
 * The caller's `signal` ended the call; its reason is the `cause`. If `attempts` is not 0, the operation may have run: repeat
 * a write with `idempotencyKey` only.
 */
export class AbortedError extends CounterfoilError {
  declare readonly code: 'aborted';
  /** The name that `fetch` and others give it. */
  override readonly name = 'AbortError';
}

/** @internal True if the same request may succeed later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** @internal The error of an answer that is not a success. */
export function failureOf(sent: Sent): CounterfoilError {
  if (sent.status === 200) return new RefusedError(sent);
  if (sent.status === 401) return new AuthenticationError(sent.envelope.message, sent);
  return isTransient(sent.status)
    ? new UnavailableError(sent.envelope.message, sent)
    : new RequestError(sent.envelope.message, sent);
}
