import Papa from 'papaparse';
import { guardedCell } from '../spreadsheetCells.ts';

/**
 * Rows as whole lines of CSV (RFC 4180), the last one ended too; nothing for no rows. People open these files in
 * spreadsheets, so cells that would run as formulas are guarded.
 */
export function csvLines(rows: readonly (readonly string[])[], delimiter = ','): string {
  const guarded = rows.map((row) => row.map(guardedCell));
  return rows.length > 0 ? `${Papa.unparse(guarded, { delimiter })}\r\n` : '';
}
