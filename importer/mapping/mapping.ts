import type { RowFault, SourceRow } from '../source/row.ts';

/** Converts the rows of a file to the input of create operations. */
export interface Mapping {
  readonly description: MappingDescription;
  /** Maps one row. Must be called for all rows in their order: some take values from the row before. */
  map(row: SourceRow): MappedRow;
  /** The row that was mapped last, with the values that it took from the rows before. */
  whole(row: SourceRow): SourceRow;
}

/** A description of a mapping for people. */
interface MappingDescription {
  /** Where it comes from: a preset, a mapping file, or column names. */
  readonly origin: string;
  readonly fields: readonly { readonly field: string; readonly from: string }[];
  /** Columns that are not mapped. */
  readonly unused: readonly string[];
  /** Decisions that were made for the user, who may want others. */
  readonly notices: readonly string[];
}

/** The input of a create operation, why the row is skipped, or why it is refused. */
export type MappedRow =
  | { readonly input: Input }
  | { readonly skip: string }
  | { readonly fault: RowFault & { readonly field?: string } };

export type Input = Record<string, string | number>;
