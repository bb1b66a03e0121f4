import { columnsText } from './columns.ts';
import { wrap } from './format.ts';
import type { Report } from './report.ts';
import { isShown, nothingRuns, processColumns, queueColumns, refusedElsewhere } from './tables.ts';

export function reportText(report: Report, width: number): string {
  const { processes, queues, verdict, refusals, warnings } = report;
  if (processes.length === 0)
    return verdict.limit === 'none' ? wrap(nothingRuns, width) : verdictText(verdict, width);
  const shown = queues.filter(isShown);
  const elsewhere = refusedElsewhere(refusals, queues);
  return [
    columnsText(processes, processColumns, width),
    '',
    columnsText(shown, queueColumns, width),
    ...(elsewhere ? ['', wrap(`Refused before a queue was chosen: ${elsewhere}`, width)] : []),
    ...warnings.flatMap((warning) => ['', wrap(`Warning: ${warning}.`, width)]),
    '',
    verdictText(verdict, width),
  ].join('\n');
}

function verdictText({ text, help }: Report['verdict'], width: number): string {
  const lines = [wrap(`Verdict: ${text}.`, width), ...(help ? [wrap(`${help}.`, width, '  ')] : [])];
  return lines.join('\n');
}
