import { sum } from '../../shared/contract/values/arithmetic.ts';
import { cut } from './format.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** Number by which rows are sorted, instead of the text of the cell. Undefined if it is unknown. */
  readonly value?: ((row: Row) => number | undefined) | undefined;
  readonly isNumber?: boolean | undefined;
  /** True if the column may be cut when the terminal is too narrow. */
  readonly isFlexible?: boolean | undefined;
  /** True if the column is left out when cutting others is not enough. The last one goes first. */
  readonly isOptional?: boolean | undefined;
}

/** Shows an unknown number as `-`. */
export function numberColumn<Row>(
  title: string,
  value: (row: Row) => number | undefined,
  format: (value: number) => string = String,
): Column<Row> {
  const cell = (row: Row) => {
    const number = value(row);
    return number === undefined ? '-' : format(number);
  };
  return { title, cell, value, isNumber: true };
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
  return tableLines(rows, shownColumns(rows, columns, width), width).join('\n');
}

/** A line of titles, and one for each row. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
): readonly string[] {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  const measured = columns.map((column) => ({
    isFlexible: column.isFlexible === true,
    width: widthOf(rows, column),
  }));
  const widths = fitted(measured, width);
  return lines.map((line) => lineOf(line, columns, widths));
}

/** Leaves out as many optional columns as the width requires. */
export function shownColumns<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
): readonly Column<Row>[] {
  const minWidths = columns.map((column) => {
    const whole = widthOf(rows, column);
    return column.isFlexible ? Math.min(whole, minWidth) : whole;
  });
  const total = sum(minWidths) + gap.length * (columns.length - 1);
  const dropped = columns.findLastIndex(({ isOptional }) => isOptional);
  if (total <= width || dropped === -1) return columns;
  return shownColumns(rows, columns.toSpliced(dropped, 1), width);
}

function widthOf<Row>(rows: readonly Row[], { title, cell }: Column<Row>): number {
  return Math.max(title.length, ...rows.map((row) => cell(row).length));
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
  let excess = sum(widths) + gap.length * (columns.length - 1) - width;
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
