/** What all rows of a file are like. It is found in a first pass, before anything is sent. */
export interface Inspection {
  readonly rows: number;
  /** In the order of the columns of the file. */
  readonly columns: readonly ColumnFacts[];
}

/** What the values of a column are like, as they are in the file, without blanks around them. */
export interface ColumnFacts {
  readonly name: string;
  /** Rows that have a value. */
  readonly filled: number;
  /** Rows whose value an earlier row has: Infinity if there are many, undefined if the file is too large to know. */
  readonly repeats: number | undefined;
  /** Whether values are certainly different when their texts are: none of them is changed when it is read. */
  readonly isPlain: boolean;
  /** The different values, each with the number of its rows; undefined if there are more than `maxListedValues`. */
  readonly values: ReadonlyMap<string, number> | undefined;
  /** Some of the first values. */
  readonly examples: readonly string[];
}

/** More different values than these are not listed. */
export const maxListedValues = 50;
