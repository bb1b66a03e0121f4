import type { Input } from './mapping.ts';
import type { Rivals } from './rivals.ts';
import type { Reading } from './rules/steps.ts';

/** What a mapping is compiled with, beside its rules: where the records come from, and how the file is read. */
export interface Origin {
  /** Where the mapping comes from, for people. */
  readonly name: string;
  /** The name of the file, for messages. */
  readonly file: string;
  /** Put into every input: they identify the source of the records. */
  readonly constants: Input;
  readonly notices: readonly string[];
  readonly rivals: readonly Rivals[];
  readonly rates: string | undefined;
  /** The rule for idents as JSON, if it was chosen by the values of the columns. */
  readonly identRule: string | undefined;
  readonly isUnique: (field: string) => boolean;
  readonly needs: Needs;
  readonly reading: Reading;
}

/** What rows need beside what the service requires: it depends on whether they may create records, and on how records are found. */
export interface Needs {
  /** Whether each row must have an external_ident. */
  readonly ident: boolean;
  /** Whether a row may only create a record, or be skipped: then it needs all that a new record needs. */
  readonly isCreated: boolean;
  /** The field whose value becomes the external_ident of new records without one. */
  readonly identFrom: string | undefined;
  /** Whether the file must have the columns that new records require. */
  readonly required: boolean;
  /** Whether an empty cell empties the field of an existing record. */
  readonly clearing: boolean;
  /** Whether each article must have a price, and a tax rate. */
  readonly price: boolean;
  readonly taxRate: boolean;
}
