import type { RowFault, SourceRow } from '../source/source.ts';

/** How the rows of a file become what records are created with. */
export interface Mapping {
  readonly description: MappingDescription;
  /** Maps one row. Rows come in their order: some take values over from the one before. */
  map(row: SourceRow): MappedRow;
  /** The row that was mapped last, with what it took over from those before it. */
  whole(row: SourceRow): SourceRow;
}

/** What a mapping does, for people. */
interface MappingDescription {
  /** Where it comes from: a preset, a file, or a guess. */
  readonly origin: string;
  readonly fields: readonly { readonly field: string; readonly from: string }[];
  /** Columns that feed nothing. */
  readonly unused: readonly string[];
  /** What was decided for the user and may have to be decided otherwise. */
  readonly notices: readonly string[];
}

/** The body of a create, why there is nothing to create, or why it can't be made. */
export type MappedRow =
  | { readonly input: Input }
  | { readonly skip: string }
  | { readonly fault: RowFault & { readonly field?: string } };

export type Input = Record<string, string | number>;
