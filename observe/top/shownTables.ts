import type { Report } from '../report/statusReport.ts';
import { type StatusTable, tablesOf } from '../report/statusTables.ts';
import { shownColumns, tableLines } from '../report/textTable.ts';
import { type Line, line } from './line.ts';
import { type Focus, sortedRows, type TopTable, topTables, type View } from './view.ts';

interface ShownTables {
  readonly lines: readonly Line[];
  readonly focus: Focus;
}

/** A table that gets fewer rows leaves too little to compare. */
const minRows = 2;

/**
 * Shows the first rows of each table below each other. If there are too few lines, the last tables are left out, but never the
 * one with the focus.
 */
export function shownTables(report: Report, view: View, width: number, room: number): ShownTables {
  const all = tablesOf(report);
  const tables = topTables.filter((name) => all[name].rows.length > 0);
  const table = tables.includes(view.table) ? view.table : (tables[0] ?? view.table);
  const byImportance = [table, ...(view.isZoomed ? [] : tables.filter((name) => name !== table))];
  const counts = allotRows(
    byImportance.map((name) => [name, all[name].rows.length]),
    room,
  );
  const names = topTables.filter((name) => counts.has(name));
  const drawn = names.map((name) => {
    const sortedBy = view.sortedBy[name];
    return drawnTable(all[name], {
      sortedBy,
      width,
      isFocused: name === table,
      count: counts.get(name) ?? 0,
    });
  });
  const lines = drawn.flatMap((each, index) => (index === 0 ? each.lines : [line(''), ...each.lines]));
  return { lines, focus: { tables, table, columns: drawn[names.indexOf(table)]?.columns ?? [] } };
}

type Wanted = readonly (readonly [TopTable, rows: number])[];

/** Divides the lines among tables with so many rows. Tables at the end get none if the others would get too few. */
function allotRows(wanted: Wanted, room: number): ReadonlyMap<TopTable, number> {
  const titlesAndGaps = 2 * wanted.length - 1;
  const counts = new Map(wanted.map(([name]) => [name, 0]));
  const countOf = (name: TopTable) => counts.get(name) ?? 0;
  for (let left = room - titlesAndGaps; left > 0; left -= 1) {
    const open = wanted.filter(([name, rows]) => countOf(name) < rows);
    const [next] = open.toSorted(([one], [other]) => countOf(one) - countOf(other));
    if (!next) break;
    counts.set(next[0], countOf(next[0]) + 1);
  }
  const isEnough = wanted.every(([name, rows]) => countOf(name) >= Math.min(minRows, rows));
  return isEnough || wanted.length === 1 ? counts : allotRows(wanted.slice(0, -1), room);
}

interface Drawing {
  readonly sortedBy: string;
  readonly width: number;
  readonly isFocused: boolean;
  /** Rows that fit. */
  readonly count: number;
}

function drawnTable(table: StatusTable, { sortedBy, width, isFocused, count }: Drawing) {
  const rows = sortedRows(table, sortedBy);
  const isCut = rows.length > count;
  const columns = shownColumns(rows, table.columns, width);
  const marked = columns.map((column, index) => ({
    ...column,
    title: [
      column.title,
      ...(column.title === sortedBy ? ['▼'] : []),
      ...(isCut && index === 0 ? [` ${count} of ${rows.length}`] : []),
    ].join(''),
  }));
  const [titles = '', ...texts] = tableLines(rows, marked, width);
  return {
    columns: columns.map(({ title }) => title),
    lines: [
      line(titles, isFocused ? 'focus' : 'title'),
      ...texts.slice(0, count).map((text, index) => line(text, rows[index]?.isBad ? 'bad' : 'plain')),
    ],
  };
}
