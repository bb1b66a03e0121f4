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
