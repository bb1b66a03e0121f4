import type { SourceRow } from './source/source.ts';

/** What became of a row. */
export type Outcome =
  | { readonly kind: 'created' | 'updated' | 'existed'; readonly ident: string }
  /** Nothing to import, such as a row that only carries another picture. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** A row and what became of it. */
export interface Handled {
  readonly row: SourceRow;
  readonly outcome: Outcome;
  /** The ident that the row has in the source it came from, if it has one. */
  readonly externalIdent: string;
}

export function refused(code: string, reason: string): Outcome {
  return { kind: 'refused', code, reason };
}
