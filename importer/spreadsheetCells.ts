/** A spreadsheet runs a cell that begins so as a formula (OWASP, "CSV Injection"); behind apostrophes, our own mark. */
const formula = /^'*[=+\-@\t\r]/;
const marked = /^'+[=+\-@\t\r]/;

/** Digits with a sign run nothing: amounts and telephone numbers stay as they are. */
const plainNumber = /^[+-]?[\d.,\s]*$/;

/** A cell that no spreadsheet runs as a formula: an apostrophe in front makes it text. `unguardedCell` takes it away again. */
export function guardedCell(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** The text that `guardedCell` was given. */
export function unguardedCell(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell;
}
