import { columnsText } from './columns.ts';
import { wrap } from './format.ts';
import type { Report } from './report.ts';
import { isShown, nothingRuns, processColumns, queueColumns, refusedElsewhere } from './tables.ts';

/** A report for a terminal of so many columns. */
export function reportText(report: Report, width: number): string {
  const { processes, queues, verdict, refusals } = report;
  if (processes.length === 0) return wrap(nothingRuns, width);
  const shown = queues.filter(isShown);
  const elsewhere = refusedElsewhere(refusals, queues);
  return [
    columnsText(processes, processColumns, width),
    '',
    columnsText(shown, queueColumns, width),
    ...(elsewhere ? ['', wrap(`Refused before a queue was chosen: ${elsewhere}`, width)] : []),
    '',
    wrap(`Verdict: ${verdict.text}.`, width),
    ...(verdict.help ? [wrap(`${verdict.help}.`, width, '  ')] : []),
  ].join('\n');
}
