export interface Inspection {
  readonly rows: number;
  readonly columns: readonly ColumnFacts[];
}

/** Facts on the values of a column, as they are in the file, without blanks around them. */
export interface ColumnFacts {
  readonly name: string;
  readonly filled: number;
  /** Rows whose value an earlier row has: Infinity if there are many, undefined if the file is too large to know. */
  readonly repeats: number | undefined;
  /** Whether different texts are certainly different values: reading changes none of them. */
  readonly isPlain: boolean;
  /** Different values, each with the number of its rows; undefined if there are more than `maxListedValues`. */
  readonly values: ReadonlyMap<string, number> | undefined;
  readonly examples: readonly string[];
}

/** Longer values identify nothing: the field for idents has this limit. */
export const maxIdentLength = 128;

export const maxListedValues = 50;
