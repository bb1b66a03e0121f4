import type { SourceRow } from '../source/row.ts';

/** The result of a row. */
export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'existed'; readonly ident: string }
  /** The row is not a record, such as one that only adds an image. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** A row and its result. */
export interface Handled {
  readonly row: SourceRow;
  readonly outcome: Outcome;
  /** The ident of the record in the program that it comes from; empty if the row was not mapped. */
  readonly externalIdent: string;
}

export function refused(code: string, reason: string): Outcome {
  return { kind: 'refused', code, reason };
}
