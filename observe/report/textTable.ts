import { cut } from './format.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly isNumber?: boolean;
  /** True if the column may be cut when the terminal is too narrow. */
  readonly isFlexible?: boolean;
}

const gap = '  ';
const minWidth = 8;

/** Returns columns of equal width, titled with the names of the rows' members. */
export function table<Name extends string>(
  rows: readonly Readonly<Partial<Record<Name, unknown>>>[],
  names: readonly Name[],
): string {
  const columns = names.map((title) => ({
    title,
    cell: (row: (typeof rows)[number]) => String(row[title] ?? ''),
  }));
  return columnsText(rows, columns, Number.POSITIVE_INFINITY);
}

export function columnsText<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  const widths = fitted(
    columns.map((column, index) => ({
      isFlexible: column.isFlexible === true,
      width: Math.max(...lines.map((line) => line[index]?.length ?? 0)),
    })),
    width,
  );
  return lines.map((line) => lineOf(line, columns, widths)).join('\n');
}

function lineOf<Row>(
  cells: readonly string[],
  columns: readonly Column<Row>[],
  widths: readonly number[],
): string {
  return cells
    .map((cell, index) => {
      const columnWidth = widths[index] ?? 0;
      const text = cut(cell, columnWidth);
      return columns[index]?.isNumber ? text.padStart(columnWidth) : text.padEnd(columnWidth);
    })
    .join(gap)
    .trimEnd();
}

/** The widest flexible column is cut first. */
function fitted(
  columns: readonly { readonly isFlexible: boolean; readonly width: number }[],
  width: number,
): readonly number[] {
  const widths = columns.map((column) => column.width);
  let excess = widths.reduce((sum, one) => sum + one, 0) + gap.length * (columns.length - 1) - width;
  while (excess > 0) {
    const flexible = columns.flatMap(({ isFlexible }, index) =>
      isFlexible && (widths[index] as number) > minWidth ? [index] : [],
    );
    const [widest] = flexible.toSorted((one, other) => (widths[other] as number) - (widths[one] as number));
    if (widest === undefined) break;
    widths[widest] = (widths[widest] as number) - 1;
    excess -= 1;
  }
  return widths;
}
