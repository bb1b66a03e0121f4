import type { StatusTable, TableName, TableRow } from '../report/statusTables.ts';

/** Tables of the view, in the order on the screen. What is stored has a line of its own. */
export const topTables = ['queues', 'operations', 'processes', 'accounts'] as const satisfies TableName[];
export type TopTable = (typeof topTables)[number];

/** Choices that the operator has made with keys. */
export interface View {
  /** Table that the keys act on. */
  readonly table: TopTable;
  readonly isZoomed: boolean;
  readonly sorts: Readonly<Record<TopTable, Sort>>;
  /** Rows of the table above the screen. */
  readonly offset: number;
  readonly isPaused: boolean;
  readonly showsHelp: boolean;
}

export interface Sort {
  readonly by: string;
  readonly isReversed: boolean;
}

export const firstView: View = {
  table: 'queues',
  isZoomed: false,
  sorts: {
    queues: { by: 'CALLS/S', isReversed: false },
    operations: { by: 'CALLS', isReversed: false },
    processes: { by: 'BUSY', isReversed: false },
    accounts: { by: 'SHARE', isReversed: false },
  },
  offset: 0,
  isPaused: false,
  showsHelp: false,
};

/** Tables as the operator sees them: keys act on them. */
export interface Focus {
  /** Tables that have rows. */
  readonly tables: readonly TopTable[];
  readonly table: TopTable;
  /** Titles of its columns that fit. */
  readonly columns: readonly string[];
  readonly pageRows: number;
  readonly maxOffset: number;
}

/** Numbers begin with the highest one, texts with A. Unknown numbers come last, rows with a problem first. */
export function sortedRows({ rows, columns }: StatusTable, { by, isReversed }: Sort): readonly TableRow[] {
  const index = columns.findIndex(({ title }) => title === by);
  const order = columns[index]?.value ? byNumber(index, isReversed) : byText(index, isReversed);
  return rows.toSorted((one, other) => Number(other.isBad) - Number(one.isBad) || order(one, other));
}

type Order = (one: TableRow, other: TableRow) => number;

function byNumber(index: number, isReversed: boolean): Order {
  const unknown = isReversed ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const valueOf = ({ values }: TableRow) => values[index] ?? unknown;
  return (one, other) => {
    const [first, second] = isReversed ? [one, other] : [other, one];
    return valueOf(first) === valueOf(second) ? 0 : valueOf(first) - valueOf(second);
  };
}

function byText(index: number, isReversed: boolean): Order {
  return (one, other) => {
    const [first, second] = isReversed ? [other, one] : [one, other];
    return (first.cells[index] ?? '').localeCompare(second.cells[index] ?? '');
  };
}
