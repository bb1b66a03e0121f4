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
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

function rowOf(trials: readonly Trial[]): string[] {
  const refusals = trials.flatMap(({ slowestRefusal }) => slowestRefusal ?? []);
  const sum = (count: (trial: Trial) => number) => trials.reduce((total, trial) => total + count(trial), 0);
  return [
    trials[0]?.fault ?? '',
    ...[
      trials.length,
      sum(({ calls }) => calls),
      sum(({ inFlight }) => inFlight),
      sum(({ failed }) => failed.length),
      sum(({ lost }) => lost.length),
      sum(({ doubled }) => doubled.length),
      sum(({ wrong }) => wrong.length),
      sum(({ notLinearizable }) => notLinearizable.length),
      Math.max(...trials.map(({ recovery }) => recovery)),
    ].map((value) => value.toLocaleString('en')),
    refusals.length > 0 ? Math.max(...refusals).toLocaleString('en') : '–',
  ];
}
