/** Why a row can't be imported. The message does not name the line. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
}

/** One record of a file. */
export interface SourceRow {
  /** The line in which it begins, counted from 1. */
  readonly line: number;
  /** One value for each column, in their order; a row with a fault may have more or fewer. */
  readonly values: readonly string[];
  readonly fault?: RowFault;
  /** Why the row is no record, such as a line of totals. */
  readonly skip?: string;
  /** The line as it is in a file of JSON Lines. */
  readonly text?: string;
  /** In an archive: the file that contains the row. */
  readonly file?: string;
}
