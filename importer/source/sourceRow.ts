/** Reason why a row can't be imported. The message does not name the line. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
  /** Field that does not accept its value, or lacks one. */
  readonly field?: string;
  /** All faults of a row that has several; the message has all of theirs, the code is that of the first one. */
  readonly all?: readonly RowFault[];
}

export interface SourceRow {
  /** Line in which the row begins, counted from 1. */
  readonly line: number;
  /** One value for each column, in their order; a row with a fault may have more or fewer. */
  readonly values: readonly string[];
  readonly fault?: RowFault;
  /** Reason why the row is not a record, such as a line of totals. */
  readonly skip?: string;
  readonly text?: string;
  /** File in an archive that contains the row. */
  readonly file?: string;
  /** Edits of a refused row since its refusal. */
  readonly edited?: EditedCells;
}

/** Cells of a refused row that differ from its `refused_cells`, by the index of their column. */
export interface EditedCells {
  /** Texts that a spreadsheet made; the row has the former ones again. */
  readonly damaged: ReadonlyMap<number, string>;
  /** Former texts of cells that have others. */
  readonly changed: ReadonlyMap<number, string>;
}
