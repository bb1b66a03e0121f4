import type { FieldErrorCode } from '../../shared/contract/refusals.ts';
import type { Drawing } from '../../test/support/random.ts';

/** A value to look for: as it was sent, and in the form in which a field would store it. */
export interface SoughtValue {
  readonly sent: string;
  readonly stored: string;
}

/** The clean value of a field. */
export type Value = string | number | readonly string[] | readonly SoughtValue[];

/** A value that a field accepts: as JSON text, since JavaScript would not print `1e3` or `-0`, and as it is stored. */
export interface RightValue {
  readonly json: string;
  readonly stored: Value;
}

/** A value that a field refuses. */
export interface WrongValue {
  readonly json: string;
  readonly code: FieldErrorCode;
}

export interface Schema {
  readonly type: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** Values that fields of one kind accept and refuse (docs/api.md#fields). */
export interface Kind {
  readonly right: (draw: Drawing, schema: Schema) => RightValue;
  readonly wrong: (draw: Drawing, schema: Schema) => string | WrongValue;
}

/** Returns the values as a list, so that they need no type of their own. */
export const choosing = (...values: readonly RightValue[]) => values;
