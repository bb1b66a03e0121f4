import {
  type AuthenticationCode,
  type FieldError,
  type FieldErrorCode,
  type HttpRequestCode,
  type HttpUnavailableCode,
  type OperationName,
  type Operations,
} from './contract.ts';
import type { Envelope } from './sent.ts';

/** All wrong fields of a request, at most 100. */
export interface WrongFields {
  readonly errors: readonly FieldError[];
  /** Number of further errors. */
  readonly more?: number;
}

/** The ident of a record, under the name of its resource. */
export interface RecordIdent {
  readonly customer_ident?: string;
  readonly address_ident?: string;
  readonly article_ident?: string;
}

/** The members of a refusal's `data` beside `code`, by the code. */
export interface DataByCode {
  /** The other record, and the field with its value. */
  readonly value_exists: RecordIdent & { readonly [field: string]: unknown };
  /** The record that exists already. */
  readonly external_ident_exists: RecordIdent;
  /** The record, and the version that it has now. */
  readonly record_changed: RecordIdent & { readonly version: string };
  /** The first refused entry, and a result and a code for each: `not_done` of those that were not refused. */
  readonly batch_refused: {
    readonly entry: number;
    readonly results: readonly Envelope[];
    readonly codes: readonly string[];
  };
  readonly field_invalid: WrongFields;
  readonly field_unknown: WrongFields;
  /** Has no `errors` if no other field is wrong. */
  readonly public_authority_id_invalid: Partial<WrongFields>;
}

/** Codes of refusals that some operations answer without data: docs/api.md#code-in-data. */
type OftenNull =
  | 'customer_not_found'
  | 'article_not_found'
  | 'field_required'
  | 'public_authority_id_invalid';

/** `data` of a refusal with this code: the code, and what `DataByCode` has for it. */
export type RefusalData<Code extends RefusedCode> =
  | ({ readonly code: Code } & (Code extends keyof DataByCode ? DataByCode[Code] : unknown))
  | (Code extends OftenNull ? null : never);

/** The codes with which one operation refuses a call: those of its own, and those of wrong fields. */
export type RefusalCodeOf<Name extends OperationName> = Operations[Name]['refusal'] | FieldErrorCode;

/**
 * The codes of a `RefusedError`: those of all operations. `answer_too_large` comes in batches only: read that record by
 * itself. `batch_refused` comes of atomic batches only.
 */
export type RefusedCode = RefusalCodeOf<OperationName> | 'answer_too_large' | 'batch_refused';

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
