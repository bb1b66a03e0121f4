import { wrap } from './format.ts';
import type { Report } from './statusReport.ts';
import { isShown, nothingRuns, processColumns, queueColumns, rejectedElsewhere } from './statusTables.ts';
import { storedColumns } from './storedBytes.ts';
import { columnsText } from './textTable.ts';

export function reportText(report: Report, width: number): string {
  const { processes, queues, stored, diagnosis, rejections, warnings } = report;
  if (processes.length === 0)
    return diagnosis.bottleneck === 'none' ? wrap(nothingRuns, width) : diagnosisText(diagnosis, width);
  const shown = queues.filter(isShown);
  const elsewhere = rejectedElsewhere(rejections, queues);
  return [
    columnsText(processes, processColumns, width),
    '',
    columnsText(shown, queueColumns, width),
    ...(stored.length > 0 ? ['', columnsText(stored, storedColumns, width)] : []),
    ...(elsewhere ? ['', wrap(`Rejected before a queue was chosen: ${elsewhere}`, width)] : []),
    ...warnings.flatMap((warning) => ['', wrap(`Warning: ${warning}.`, width)]),
    '',
    diagnosisText(diagnosis, width),
  ].join('\n');
}

function diagnosisText({ text, help }: Report['diagnosis'], width: number): string {
  const lines = [wrap(`Diagnosis: ${text}.`, width), ...(help ? [wrap(`${help}.`, width, '  ')] : [])];
  return lines.join('\n');
}
