import type { RawRow } from './csvReader.ts';
import { isBlank } from './tableHeader.ts';

/** Rows from which a pattern counts: a single one may be the one with a delimiter too many. */
const minRows = 2;

/**
 * Returns how many empty values the rows of a table may have after those of its columns: as many as its header, or else as all of
 * the first rows have. In a single row, they show a delimiter too many, such as an unquoted decimal comma before an empty column.
 */
export function extraValues(header: readonly string[], rows: readonly RawRow[], columns: number): number {
  if (header.length > columns) return header.length - columns;
  // Comments and lines of totals may have fewer values.
  const table = rows.filter((row) => !row.fault && !isBlank(row) && row.values.length >= columns);
  const extra = (table[0]?.values.length ?? 0) - columns;
  if (extra < 1 || table.length < minRows) return 0;
  const isPadded = ({ values }: RawRow) =>
    values.length === columns + extra && values.slice(columns).every((value) => value === '');
  return table.every(isPadded) && !areShifted(table, columns) ? extra : 0;
}

/** True if the rows may have commas in texts or numbers: a value begins with a blank, or whole numbers stand before two digits. */
function areShifted(rows: readonly RawRow[], columns: number): boolean {
  const table = rows.map((row) => row.values.slice(0, columns));
  const texts = table.flatMap(([, ...others]) => others).filter((value) => value.trim() !== '');
  const indented = texts.filter((value) => value.startsWith(' ')).length;
  if (indented > 0 && indented < texts.length) return true;
  return Array.from({ length: columns }, (_, index) => index).some((index) =>
    table.every((row) => /^[-+]?\d+$/.test(row[index] ?? '') && /^\d\d$/.test(row[index + 1] ?? '')),
  );
}
