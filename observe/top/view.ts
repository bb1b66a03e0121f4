import type { StatusTable, TableName, TableRow } from '../report/statusTables.ts';

/** Tables of the view, in the order on the screen. What is stored has a line of its own. */
export const topTables = ['queues', 'operations', 'processes', 'accounts'] as const satisfies TableName[];
export type TopTable = (typeof topTables)[number];

/** Choices that the operator has made with keys. */
export interface View {
  /** Table that the keys act on. */
  readonly table: TopTable;
  readonly isZoomed: boolean;
  /** Titles of columns. */
  readonly sortedBy: Readonly<Record<TopTable, string>>;
  readonly isPaused: boolean;
}

export const firstView: View = {
  table: 'queues',
  isZoomed: false,
  sortedBy: { queues: 'CALLS/S', operations: 'CALLS', processes: 'BUSY', accounts: 'SHARE' },
  isPaused: false,
};

/** Tables as the operator sees them: keys act on them. */
export interface Focus {
  /** Tables that have rows. */
  readonly tables: readonly TopTable[];
  readonly table: TopTable;
  /** Titles of its columns that fit. */
  readonly columns: readonly string[];
}

/** Numbers begin with the highest one, texts with A. Unknown numbers come last, rows with a problem first. */
export function sortedRows({ rows, columns }: StatusTable, by: string): readonly TableRow[] {
  const index = columns.findIndex(({ title }) => title === by);
  const order = columns[index]?.value ? byNumber(index) : byText(index);
  return rows.toSorted((one, other) => Number(other.isBad) - Number(one.isBad) || order(one, other));
}

type Order = (one: TableRow, other: TableRow) => number;

function byNumber(index: number): Order {
  const valueOf = ({ values }: TableRow) => values[index] ?? Number.NEGATIVE_INFINITY;
  return (one, other) => (valueOf(one) === valueOf(other) ? 0 : valueOf(other) - valueOf(one));
}

function byText(index: number): Order {
  return (one, other) => (one.cells[index] ?? '').localeCompare(other.cells[index] ?? '');
}
