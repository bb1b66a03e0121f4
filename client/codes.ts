import type { HttpRefusal, httpRefusals } from '../shared/httpRefusals.ts';
import type { Operations, PublicOperationName } from '../shared/operations/index.ts';
import type { RefusalOf } from '../shared/operations/operation.ts';
import type { FaultCode } from '../shared/refusals.ts';

/** The codes with which one operation refuses a call: those of its own, and those of wrong fields. */
export type RefusalCodeOf<Name extends PublicOperationName> = RefusalOf<Operations[Name]> | FaultCode;

/**
 * The codes of a `RefusedError`: those of all operations. `answer_too_large` comes in batches only: read that record by
 * itself.
 */
export type RefusedCode = RefusalCodeOf<PublicOperationName> | 'answer_too_large';

type CodeWith<Status extends number> = {
  [Code in HttpRefusal]: (typeof httpRefusals)[Code]['status'] extends Status ? Code : never;
}[HttpRefusal];

/** The code of an `AuthenticationError`. */
export type AuthenticationCode = CodeWith<401>;

/** The codes of an `UnavailableError`. `no_answer`: no connection, or none that lasted until the answer. */
export type UnavailableCode = CodeWith<429 | 500 | 503 | 504> | 'no_answer';

/** The codes of a `RequestError`. */
export type RequestCode = Exclude<HttpRefusal, AuthenticationCode | UnavailableCode>;

/** Every code that this version knows. A later service may have more, so give a `switch` a default. */
export type ErrorCode = RefusedCode | AuthenticationCode | RequestCode | UnavailableCode;
