import type { Input } from './mapping.ts';
import type { Rivals } from './rivals.ts';
import type { Reading } from './rules/steps.ts';

export interface Origin {
  readonly name: string;
  readonly file: string;
  readonly constants: Input;
  readonly notices: readonly string[];
  readonly rivals: readonly Rivals[];
  readonly rates: string | undefined;
  readonly identRule: string | undefined;
  readonly isUnique: (field: string) => boolean;
  readonly needs: Needs;
  readonly reading: Reading;
}

/**
 * Requirements for rows, beyond those of the service. They depend on whether rows may create records, and on how records
 * are found.
 */
export interface Needs {
  readonly ident: boolean;
  /** Whether a row may only create a record, or be skipped: then it needs all that a new record needs. */
  readonly isCreated: boolean;
  /** Field whose value becomes the external_ident of new records without one. */
  readonly identFrom: string | undefined;
  readonly required: boolean;
  readonly clearing: boolean;
  /** Whether each article must have a price, and a tax rate. */
  readonly price: boolean;
  readonly taxRate: boolean;
}
