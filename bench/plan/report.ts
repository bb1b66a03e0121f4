import { type Report, reportOf, section } from '../report/report.ts';
import { figure, table } from '../report/table.ts';
import { countNames } from './expectedRows.ts';
import type { PlanResults } from './planBench.ts';
import type { PlanProof, PlanRun } from './planProof.ts';

const megabyte = 1_000_000;

export function planReport({ circumstances, plans }: PlanResults): Report {
  return reportOf(circumstances, {
    summary: [section('Rows by result, time, and maximum megabytes of the importer', results(plans))],
    details: [],
  });
}

function results(plans: readonly PlanProof[]): string {
  const headings = ['list', 'rows', ...countNames, 'seconds', 'MB', 'differences'];
  return table(
    headings,
    plans.flatMap(({ resource, rows, edits, moved, dryRun, run, differences }) => [
      [`${resource}, dry run`, rows.toLocaleString('en'), ...figuresOf(dryRun), ''],
      [
        `${resource}, import after ${edits.toLocaleString('en')} edits, ${moved.toLocaleString('en')} of them to listed records`,
        rows.toLocaleString('en'),
        ...figuresOf(run),
        `${differences.length}`,
      ],
    ]),
  );
}

function figuresOf({ counts, milliseconds, maxBytes }: PlanRun): readonly string[] {
  return [
    ...countNames.map((name) => counts[name].toLocaleString('en')),
    figure(milliseconds / 1_000),
    figure(maxBytes / megabyte),
  ];
}
