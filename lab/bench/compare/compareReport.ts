import { figure, table } from '../../../test/support/markdownTable.ts';
import { type Report, reportOf } from '../report/report.ts';
import { medianInterval, spread } from '../report/statistics.ts';
import type { BaseResults, MeasuredPairs, Pair } from './compareBase.ts';

export function compareReport({ circumstances, base, measures }: BaseResults): Report {
  const headings = ['measure', `${base}, a second`, 'this', 'this / base', '95 %', 'CPU, µs', 'CPU / base'];
  const rows = measures.map(({ measure, pairs }) => [measure, ...cellsOf(pairs)]);
  return reportOf(circumstances, { summary: [table(headings, rows)], details: [] });
}

/** Line for a terminal, while the comparison runs. */
export function measured({ measure, pairs, missing }: MeasuredPairs): string {
  return `${measure}: ${missing ?? cellsOf(pairs).join('  ')}`;
}

function cellsOf(pairs: readonly Pair[]): readonly string[] {
  const ratios = pairs.map(({ base, this: current }) => current.perSecond / base.perSecond);
  const median = (values: readonly number[]) => figure(spread(values).median);
  const interval = medianInterval(ratios);
  return [
    median(pairs.map(({ base }) => base.perSecond)),
    median(pairs.map(({ this: current }) => current.perSecond)),
    `${median(ratios)}×`,
    interval ? `${figure(interval.min)}–${figure(interval.max)}` : '–',
    median(pairs.map(({ this: current }) => cpuOf(current))),
    `${median(pairs.map(({ base, this: current }) => cpuOf(current) / cpuOf(base)))}×`,
  ];
}

/** CPU microseconds of all processes together. The importer is one of them, the generator of other loads is not. */
function cpuOf({ cpu }: Pair['base']): number {
  return Object.entries(cpu).reduce((sum, [, microseconds]) => sum + microseconds, 0);
}
