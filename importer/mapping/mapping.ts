import type { Family } from '../rows/products.ts';
import type { Explanation } from '../source/importError.ts';
import type { RowFault, SourceRow } from '../source/sourceRow.ts';
import type { SimilarName } from './guess/similarNames.ts';
import type { Reading } from './rules/steps.ts';

/** Columns that could each give a field. The first one is taken if all have the same values. */
export interface AmbiguousColumns {
  readonly field: string;
  readonly columns: readonly string[];
}

interface MappingFacts {
  /** Columns that could give the same field, of which the first one is taken: their values must be compared. */
  readonly ambiguous: readonly AmbiguousColumns[];
  /** Text on the tax rates that the export may lack: without them, the import must not start. */
  readonly rates: string | undefined;
  /** Rule for idents as JSON, if the import chose it by the values of the columns. */
  readonly identRule: string | undefined;
  /** True if it is certain that no two rows of the file have the same value of a field. */
  isUnique(field: string): boolean;
  /** Values that every record gets and no column has: they identify the source. */
  readonly constants: Readonly<Input>;
}

export interface Mapping extends MappingFacts {
  readonly description: MappingDescription;
  /** Fields whose value is the user's default for rows without one: it is not written to existing records. */
  readonly defaults: readonly string[];
  /** Fields that a row needs to create a record, beside those that the service requires. */
  readonly needed: readonly string[];
  /** True if several rows of a record are expected, as in reports of orders; the first one counts. */
  readonly takesFirst: boolean;
  /** True if an external_ident is a hash of several values, which says nothing to people. */
  readonly hasHashedIdents: boolean;
  /** Rules by which variants take values from their products; undefined if none do. */
  readonly family?: Family | undefined;
  /** Maps one row. Call it for all rows in their order: some take values from the row before. */
  map(row: SourceRow): MappedRow;
  /** Returns the row that was mapped last, with the values that it took from other rows. */
  whole(row: SourceRow): SourceRow;
}

interface MappedField {
  readonly field: string;
  readonly from: string;
  readonly columns: readonly string[];
}

interface MappingDescription {
  readonly origin: string;
  readonly fields: readonly MappedField[];
  /** Columns that are not mapped; those whose name looks like one of our fields come first. */
  readonly unused: readonly string[];
  readonly similarNames: readonly SimilarName[];
  /** Decisions that were made for the user, who may want others. */
  readonly notices: readonly string[];
  /** The same, with the options that decide otherwise. */
  readonly decisions: readonly Explanation[];
}

export type MappedRow =
  | {
      readonly input: Input;
      /** Repairs of values, each with its field, to be counted. */
      readonly repairs?: readonly string[];
    }
  /** `ident` reads the `external_ident` of the row; '' if it has none that can be read. */
  | { readonly skip: string; readonly ident?: () => string }
  /** `readable` has the values of a refused row that could be read. */
  | { readonly fault: RowFault; readonly readable?: Readonly<Input> };

export interface FieldFault extends RowFault {
  readonly field: string;
}

export type Input = Record<string, string | number>;

export type Inputs = readonly Readonly<Input>[];

export interface MappingContext {
  readonly origin: string;
  /** Name of the file in messages. */
  readonly name: string;
  readonly notices: readonly string[];
  readonly facts: MappingFacts;
  readonly needs: Needs;
  readonly reading: Reading;
}

/**
 * Requirements for rows, beyond those of the service. They depend on whether rows may create records, and on how records
 * are found.
 */
export interface Needs {
  readonly ident: boolean;
  /** True if a row may only create a record, or be skipped: then it needs all fields of a new record. */
  readonly isCreated: boolean;
  /** Field whose value becomes the external_ident of new records without one. */
  readonly identFrom: string | undefined;
  readonly required: boolean;
  readonly clearing: boolean;
  readonly price: boolean;
  readonly taxRate: boolean;
}
