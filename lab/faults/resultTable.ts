import { grouped } from '../../shared/contract/values/counted.ts';
import { printLine } from '../../shared/runtime/process/commandOutput.ts';
import { table } from '../../test/support/markdownTable.ts';
import { isGood, type Trial } from './trial.ts';

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
  return table(heads, rows);
}

function rowOf(trials: readonly Trial[]): string[] {
  const refusals = trials.flatMap(({ slowestRefusal }) => slowestRefusal ?? []);
  const { times, calls, failed, lost, doubled, wrong, notLinearizable, recovery } = totalsOf(trials);
  const inFlight = trials.reduce((total, trial) => total + trial.inFlight, 0);
  return [
    trials[0]?.fault ?? '',
    ...[times, calls, inFlight, failed, lost, doubled, wrong, notLinearizable, recovery].map(grouped),
    refusals.length > 0 ? grouped(Math.max(...refusals)) : '–',
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
  const rows = summaryRows.map(([title, of]) => [title, ...totals.map((its) => grouped(its[of]))]);
  return table(['', ...columns.map(({ name }) => name)], rows);
}

/** Prints a result, with all that was wrong; `recoveryMs` is what the fault may take. */
export function printTrial(trial: Trial, recoveryMs = Infinity): void {
  const goodVerdict = trial.recovery > recoveryMs ? 'slow' : 'ok  ';
  const verdict = isGood(trial) ? goodVerdict : 'BAD ';
  printLine(`${verdict} ${trial.fault}: ${trial.calls} calls, back after ${trial.recovery} ms`);
  for (const kind of ['failed', 'lost', 'doubled', 'wrong', 'notLinearizable'] as const)
    for (const what of trial[kind]) printLine(`    ${kind}: ${what}`);
}
