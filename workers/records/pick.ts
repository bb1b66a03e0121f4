import type { Row } from '../stores/recordTable.ts';

export function pick(values: object, columns: readonly string[]): Row {
  const row: Record<string, unknown> = {};
  for (const column of columns) row[column] = (values as Row)[column];
  return row;
}
