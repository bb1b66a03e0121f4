import Papa from 'papaparse';

/** Matches a cell that spreadsheets run as a formula (OWASP, "CSV Injection"). Leading apostrophes are our own mark. */
const formula = /^'*[=+\-@\t\r]/;
const marked = /^'+[=+\-@\t\r]/;

/** Digits with a sign run nothing: amounts and phone numbers stay as they are. */
const plainNumber = /^[+-]?[\d.,\s]*$/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. `unguardedCell` removes it again. */
export function guardedCell(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

export function unguardedCell(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell;
}

/**
 * Matches what databases, programs and spreadsheets write for a cell without a value; `#N/A` in seven languages. `Null`, `Nan`
 * and `Brak` are names.
 */
const emptyCells: ReadonlySet<string> = new Set(
  '|NULL null (null) (NULL) <null> <NULL> [NULL] [null] \\N nil NaN <NA> brak #N/A #n/a #NV #N/D #N/D! #N/B #YOK'.split(
    /[| ]/,
  ),
);
const firstOfEmpty: ReadonlySet<string> = new Set([...emptyCells].map((text) => text.charAt(0)));
const maxEmptyLength = Math.max(...[...emptyCells].map((text) => text.length));

/** True if a cell, without blanks around it, has no value in any field. */
export function isEmptyCell(text: string): boolean {
  return text.length <= maxEmptyLength && firstOfEmpty.has(text.charAt(0)) && emptyCells.has(text);
}

export function isEmptyValue(value: string | undefined): boolean {
  return isEmptyCell(value?.trim() ?? '');
}

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
