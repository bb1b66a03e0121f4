/** In a table of fewer columns, a text may have as many delimiters. */
const minWidth = 4;

/**
 * Whether a quote that is never closed took the rows after it into a value: such a value has as many line ends as rows,
 * with the delimiters of each, and no blanks after them, which a text would have.
 */
export function hasSwallowedRows(values: readonly string[], delimiter: string): boolean {
  if (values.length < minWidth) return false;
  return values.some((value) => {
    const lines = value.split('\n').length - 1;
    const cells = value.split(delimiter);
    const isText = cells.some((cell, index) => index > 0 && cell.startsWith(' '));
    return lines > 0 && !isText && cells.length - 1 === lines * (values.length - 1);
  });
}
