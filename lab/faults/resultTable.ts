import type { Trial } from './trial.ts';

const heads = [
  'fault',
  'times',
  'calls',
  'in flight',
  'failed',
  'lost',
  'doubled',
  'wrong',
  'not linearizable',
  'recovery ms',
  'slowest 503 ms',
];

/** The results of all trials as a Markdown table, a row for each fault. */
export function tableOf(faults: readonly { readonly name: string }[], trials: readonly Trial[]): string {
  const rows = faults
    .map(({ name }) => trials.filter(({ fault }) => fault === name))
    .filter((its) => its.length > 0)
    .map(rowOf);
  return markdownTable(heads, rows);
}

function rowOf(trials: readonly Trial[]): string[] {
  const refusals = trials.flatMap(({ slowestRefusal }) => slowestRefusal ?? []);
  const { times, calls, failed, lost, doubled, wrong, notLinearizable, recovery } = totalsOf(trials);
  const inFlight = trials.reduce((total, trial) => total + trial.inFlight, 0);
  return [
    trials[0]?.fault ?? '',
    ...[times, calls, inFlight, failed, lost, doubled, wrong, notLinearizable, recovery].map(formatted),
    refusals.length > 0 ? formatted(Math.max(...refusals)) : '–',
  ];
}

interface Totals {
  readonly times: number;
  readonly calls: number;
  readonly failed: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: number;
  readonly notLinearizable: number;
  /** Milliseconds: the longest. */
  readonly recovery: number;
}

function totalsOf(trials: readonly Trial[]): Totals {
  const sum = (count: (trial: Trial) => number) => trials.reduce((total, trial) => total + count(trial), 0);
  return {
    times: trials.length,
    calls: sum(({ calls }) => calls),
    failed: sum(({ failed }) => failed.length),
    lost: sum(({ lost }) => lost.length),
    doubled: sum(({ doubled }) => doubled.length),
    wrong: sum(({ wrong }) => wrong.length),
    notLinearizable: sum(({ notLinearizable }) => notLinearizable.length),
    recovery: Math.max(0, ...trials.map(({ recovery }) => recovery)),
  };
}

/** The trials of one column, under its name. */
export interface NamedTrials {
  readonly name: string;
  readonly trials: readonly Trial[];
}

const summaryRows: readonly (readonly [title: string, of: keyof Totals])[] = [
  ['faults injected', 'times'],
  ['calls', 'calls'],
  ['failed', 'failed'],
  ['lost', 'lost'],
  ['doubled', 'doubled'],
  ['wrong', 'wrong'],
  ['not linearizable', 'notLinearizable'],
  ['longest recovery, ms', 'recovery'],
];

/** The sums over all faults as a Markdown table, with a column for each name. */
export function summaryOf(columns: readonly NamedTrials[]): string {
  const totals = columns.map(({ trials }) => totalsOf(trials));
  const rows = summaryRows.map(([title, of]) => [title, ...totals.map((its) => formatted(its[of]))]);
  return markdownTable(['', ...columns.map(({ name }) => name)], rows);
}

/** The first column is text, the others are numbers. */
function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, index) =>
    Math.max(title.length, 2, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(titles), line(rule), ...rows.map(line)].join('\n');
}

function formatted(value: number): string {
  return value.toLocaleString('en');
}
