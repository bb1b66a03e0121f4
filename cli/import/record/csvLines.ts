import Papa from 'papaparse';

/** Rows as whole lines of CSV (RFC 4180), the last one ended too; nothing for no rows. */
export function csvLines(rows: readonly (readonly string[])[], delimiter = ','): string {
  return rows.length > 0 ? `${Papa.unparse(rows, { delimiter })}\r\n` : '';
}
