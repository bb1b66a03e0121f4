import type { RefusedCode } from './codes.ts';
import type { Fault } from './contract.ts';

/** All wrong fields of a request, at most 100. */
export interface WrongFields {
  readonly errors: readonly Fault[];
  /** How many more there are. */
  readonly more?: number;
}

/** The ident of a record, under the name of its resource. */
export interface RecordIdent {
  readonly customer_ident?: string;
  readonly address_ident?: string;
  readonly article_ident?: string;
}

/** What `data` of a refusal has, by its code. */
export interface DataByCode {
  /** The other record, and the field with its value. */
  readonly value_exists: RecordIdent & { readonly [field: string]: unknown };
  /** The record that exists already. */
  readonly external_ident_exists: RecordIdent;
  /** The record, and the version that it has now. */
  readonly record_changed: RecordIdent & { readonly version: string };
  readonly field_invalid: WrongFields;
  readonly field_unknown: WrongFields;
  /** Null when no other field is wrong. */
  readonly public_authority_id_invalid: WrongFields | null;
}

/** `data` of a refusal with this code; null unless `DataByCode` has the code. */
export type RefusalData<Code extends RefusedCode> = Code extends keyof DataByCode ? DataByCode[Code] : null;
