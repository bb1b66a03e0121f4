import Papa from 'papaparse';
import { guardedCell } from '../source/spreadsheetCells.ts';

/** Excel reads a file as UTF-8 only with this mark. */
export const byteOrderMark = '\uFEFF';

/**
 * Formats rows as CSV (RFC 4180), each with a line end. People open these files in spreadsheets, so cells that would run as
 * formulas are guarded.
 */
export function csvLines(rows: readonly (readonly string[])[], delimiter = ','): string {
  const guarded = rows.map((row) => row.map(guardedCell));
  return rows.length > 0 ? `${Papa.unparse(guarded, { delimiter })}\r\n` : '';
}
