import type { Row } from '../stores/recordTable.ts';

/** The values of some columns. */
export function pick(values: object, columns: readonly string[]): Row {
  const row: Record<string, unknown> = {};
  for (const column of columns) row[column] = (values as Row)[column];
  return row;
}
