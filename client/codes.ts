import type {
  AuthenticationCode,
  FieldErrorCode,
  HttpRequestCode,
  HttpUnavailableCode,
  OperationName,
  Operations,
} from './contract.ts';

/** The codes with which one operation refuses a call: those of its own, and those of wrong fields. */
export type RefusalCodeOf<Name extends OperationName> = Operations[Name]['refusal'] | FieldErrorCode;

/**
 * The codes of a `RefusedError`: those of all operations. `answer_too_large` comes in batches only: read that record by
 * itself.
 */
export type RefusedCode = RefusalCodeOf<OperationName> | 'answer_too_large';

/**
 * The codes of a `RequestError`: those of the service, and of the client itself.
 *
 * - `not_the_service`: something else answered; check `url`, and proxies before the service.
 * - `client_closed`: the client was closed before the call.
 */
export type RequestCode = HttpRequestCode | 'not_the_service' | 'client_closed';

/** The codes of an `UnavailableError`. `no_answer`: no connection, or none that lasted until the answer. */
export type UnavailableCode = HttpUnavailableCode | 'no_answer';

/** Every code that this version knows. A later service may have more, so give a `switch` a default. */
export type ErrorCode = RefusedCode | AuthenticationCode | RequestCode | UnavailableCode | 'aborted';
