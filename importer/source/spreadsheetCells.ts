/** Spreadsheets run a cell that begins like this as a formula (OWASP, "CSV Injection"). Leading apostrophes are our own mark. */
const formula = /^'*[=+\-@\t\r]/;
const marked = /^'+[=+\-@\t\r]/;

/** Digits with a sign run nothing: amounts and phone numbers stay as they are. */
const plainNumber = /^[+-]?[\d.,\s]*$/;

/** A cell that no spreadsheet runs as a formula: a leading apostrophe makes it text. `unguardedCell` removes it again. */
export function guardedCell(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** The text that `guardedCell` was given. */
export function unguardedCell(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell;
}
