import type { RowFault, SourceRow } from '../source/row.ts';
import type { Lookalike } from './guess/lookalikes.ts';
import type { Rivals } from './rivals.ts';

/** Converts the rows of a file to the input of create operations. */
export interface Mapping {
  readonly description: MappingDescription;
  /** Columns that could give the same field, of which the first one is taken: their values must be compared. */
  readonly rivals: readonly Rivals[];
  /** What the export says of tax rates, if it may lack some: then the import must not start without them. */
  readonly rates: string | undefined;
  /** The rule for idents as JSON, if the import chose it from the values of the columns. */
  readonly identRule: string | undefined;
  /** Whether it is certain that no two rows of the file have the same value of a field. */
  isUnique(field: string): boolean;
  /** Values that every record gets and that no column has: they identify the source. */
  readonly constants: Readonly<Input>;
  /** Fields whose value is a default of the user for rows without one: it is not written to existing records. */
  readonly defaults: readonly string[];
  /** Fields that a row must have to create a record, beside what the service requires. */
  readonly needed: readonly string[];
  /** Whether rows of the same record are expected, of which the first one counts, as in reports of orders. */
  readonly takesFirst: boolean;
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
  /** Columns that are not mapped; those whose name looks like one of our fields come first. */
  readonly unused: readonly string[];
  /** The unused columns whose name looks like a field that is not mapped. */
  readonly lookalikes: readonly Lookalike[];
  /** Decisions that were made for the user, who may want others. */
  readonly notices: readonly string[];
}

/** The input of a create operation, why the row is skipped, or why it is refused. */
export type MappedRow =
  | {
      readonly input: Input;
      /** What was repaired in its values, to be counted; each with its field. */
      readonly repairs?: readonly string[];
    }
  | { readonly skip: string }
  | { readonly fault: RowFault | FieldFault | FieldFaults };

/** What is wrong with the value of a field. */
export interface FieldFault extends RowFault {
  readonly field: string;
}

/** All that is wrong with the values of a row, in one message. */
export interface FieldFaults extends FieldFault {
  readonly all: readonly FieldFault[];
}

export type Input = Record<string, string | number>;
