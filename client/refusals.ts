import type { RefusedCode } from './codes.ts';
import type { FieldError } from './contract.ts';

/** All wrong fields of a request, at most 100. */
export interface WrongFields {
  readonly errors: readonly FieldError[];
  /** How many more there are. */
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
  readonly field_invalid: WrongFields;
  readonly field_unknown: WrongFields;
  /** Without `errors` when no other field is wrong. */
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
