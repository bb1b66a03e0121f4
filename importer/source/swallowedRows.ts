import { countOf } from './words.ts';

/** Minimum of columns: with fewer, a text may have as many delimiters as a row. */
const minWidth = 4;

/**
 * Detects a quote that is never closed and took the rows after it into a value: such a value has as many line ends as rows,
 * with the delimiters of each, and no blanks after them, which a text would have.
 */
export function hasSwallowedRows(values: readonly string[], delimiter: string): boolean {
  if (values.length < minWidth) return false;
  return values.some((value) => {
    const lines = countOf(value, '\n');
    if (lines === 0 || countOf(value, delimiter) !== lines * (values.length - 1)) return false;
    return !value.includes(`${delimiter} `);
  });
}
