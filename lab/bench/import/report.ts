import { figure, table } from '../../../test/support/markdownTable.ts';
import { percentile } from '../../../test/support/statistics.ts';
import { type Report, reportOf, section } from '../report/report.ts';
import type { ImportComparison, ImportResults } from './importBench.ts';

const megabyte = 1_000_000;

export function importReport({ circumstances, comparisons }: ImportResults): Report {
  return reportOf(circumstances, {
    summary: [
      section('Rows a second', rates(comparisons)),
      section('Calls of another account, 50 a second, in ms', latencies(comparisons)),
    ],
    details: [
      section('Rows a second of each tenth', tenths(comparisons)),
      section(
        'CPU microseconds for each row, and maximum megabytes of the largest process',
        costs(comparisons),
      ),
    ],
  });
}

function rates(comparisons: readonly ImportComparison[]): string {
  const headings = [
    'file',
    'rows',
    'import',
    'LOAD DATA',
    'import / LOAD DATA',
    'single calls',
    'import / single calls',
    ...(comparisons.every(({ again }) => again) ? ['again, unchanged', 'again / import'] : []),
  ];
  return table(
    headings,
    comparisons.map(({ resource, loadData, singleCalls, again, run: { rows, rowsPerSecond } }) => [
      resource,
      rows.toLocaleString('en'),
      figure(rowsPerSecond),
      figure(loadData),
      figure(rowsPerSecond / loadData),
      figure(singleCalls),
      figure(rowsPerSecond / singleCalls),
      ...(again ? [figure(again.rowsPerSecond), figure(again.rowsPerSecond / rowsPerSecond)] : []),
    ]),
  );
}

function tenths(comparisons: readonly ImportComparison[]): string {
  const headings = ['file', ...Array.from({ length: 10 }, (_, index) => `${index + 1}`), 'last / first'];
  return table(
    headings,
    comparisons.map(({ resource, run }) => [
      resource,
      ...run.tenths.map(figure),
      figure((run.tenths.at(-1) ?? Number.NaN) / (run.tenths[0] ?? Number.NaN)),
    ]),
  );
}

function latencies(comparisons: readonly ImportComparison[]): string {
  const headings = [
    'call',
    'idle p50',
    'idle p99',
    'beside the import p50',
    'beside p99',
    'calls',
    'import, rows/s',
  ];
  const kinds = ['reads', 'creates'] as const;
  return table(
    headings,
    comparisons.flatMap(({ resource, idle, beside, besideRun }) =>
      kinds.map((kind) => [
        `${kind}, beside ${resource}`,
        ...[idle[kind], beside[kind]].flatMap((times) =>
          [percentile(times, 50), percentile(times, 99)].map(figure),
        ),
        beside[kind].length.toLocaleString('en'),
        figure(besideRun.rowsPerSecond),
      ]),
    ),
  );
}

const parts = {
  generator: 'importer',
  gateway: 'gateway',
  worker: 'worker',
  database: 'database',
  redis: 'redis',
};

function costs(comparisons: readonly ImportComparison[]): string {
  const headings = ['file', ...Object.values(parts).flatMap((name) => [`${name} µs`, 'MB'])];
  return table(
    headings,
    rowsOf(comparisons).map(({ name, run: { cpuMicroseconds, maxBytes } }) => [
      name,
      ...(Object.keys(parts) as (keyof typeof parts)[]).flatMap((name) => [
        figure(cpuMicroseconds[name] ?? Number.NaN),
        figure((maxBytes[name] ?? Number.NaN) / megabyte),
      ]),
    ]),
  );
}

function rowsOf(comparisons: readonly ImportComparison[]) {
  return comparisons.flatMap(({ resource, run, again }) => [
    { name: resource, run },
    ...(again ? [{ name: `${resource} again`, run: again }] : []),
  ]);
}
