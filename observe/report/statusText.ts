import { wrap } from './format.ts';
import type { Report } from './statusReport.ts';
import {
  accountColumns,
  isShown,
  nothingRuns,
  operationColumns,
  processColumns,
  queueColumns,
  rejectedElsewhere,
} from './statusTables.ts';
import { storedColumns } from './storedBytes.ts';
import { type Column, columnsText } from './textTable.ts';

/** Tables of operations, accounts and what is stored are left out if the text would have more than `maxLines`. */
export function reportText(report: Report, width: number, maxLines = Number.POSITIVE_INFINITY): string {
  const whole = textOf(report, width);
  if (whole.split('\n').length <= maxLines) return whole;
  return textOf({ ...report, operations: [], accounts: [], stored: [] }, width);
}

function textOf(report: Report, width: number): string {
  const { processes, queues, operations, accounts, stored, diagnosis, rejections, warnings } = report;
  if (processes.length === 0)
    return diagnosis.bottleneck === 'none' ? wrap(nothingRuns, width) : diagnosisText(diagnosis, width);
  const shown = queues.filter(isShown);
  const elsewhere = rejectedElsewhere(rejections, queues);
  return [
    columnsText(processes, processColumns, width),
    '',
    columnsText(shown, queueColumns, width),
    ...tableText(operations, operationColumns, width),
    ...tableText(accounts, accountColumns, width),
    ...tableText(stored, storedColumns, width),
    ...(elsewhere ? ['', wrap(`Rejected before a queue was chosen: ${elsewhere}`, width)] : []),
    ...warnings.flatMap((warning) => ['', wrap(`Warning: ${warning}.`, width)]),
    '',
    diagnosisText(diagnosis, width),
  ].join('\n');
}

/** A blank line and the table, unless it is empty. */
function tableText<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string[] {
  return rows.length > 0 ? ['', columnsText(rows, columns, width)] : [];
}

function diagnosisText({ text, help }: Report['diagnosis'], width: number): string {
  const lines = [wrap(`Diagnosis: ${text}.`, width), ...(help ? [wrap(`${help}.`, width, '  ')] : [])];
  return lines.join('\n');
}
