import type { CellText } from './numberFormat.ts';

export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A row of a sheet with at least one value. */
export interface SheetRow {
  /** Number of the row in the sheet, counted from 1. */
  readonly row: number;
  readonly isHidden: boolean;
  /** Values by the index of their column; columns without one are holes, or missing at the end. */
  readonly values: readonly string[];
}

/** Receives what a reader of a sheet finds beside the values. */
export interface SheetFacts {
  readonly hiddenColumns: (first: number, last: number) => void;
  readonly mergedRows: (range: string) => void;
  /** Returns the text to import, for a number that the sheet shows with fewer digits than are stored. */
  readonly fewerDigits: (column: number, row: number, cell: Required<CellText>) => string;
}

/** Ignores all facts, in a pass that only counts. */
export const noFacts: SheetFacts = {
  hiddenColumns: () => {},
  mergedRows: () => {},
  fewerDigits: (_, __, { text }) => text,
};

export interface Workbook {
  readonly format: 'xlsx' | 'ods';
  readonly sheets: readonly SheetEntry[];
  /** Yields the rows of a sheet in their order, except for empty ones. */
  rows(sheet: SheetEntry, facts: SheetFacts): AsyncIterable<readonly SheetRow[]>;
}

/** Returns the name of a column by its index: 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}
