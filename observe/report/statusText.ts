import { maxBy } from '../../shared/contract/values/arithmetic.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { shortDuration, wrap } from './format.ts';
import type { Report } from './statusReport.ts';
import { nothingRuns, rejectedElsewhere, type StatusTable, tablesOf } from './statusTables.ts';
import { columnsText } from './textTable.ts';

export function reportText(report: Report, width: number): string {
  if (report.processes.length === 0) return causeText(report, width);
  const { processes, queues, operations, accounts, stored } = tablesOf(report);
  return [
    textOf(processes, width),
    '',
    textOf(queues, width),
    ...[operations, accounts, stored].flatMap((table) =>
      table.rows.length > 0 ? ['', textOf(table, width)] : [],
    ),
    ...noticesOf(report).flatMap((notice) => ['', wrap(notice, width)]),
    '',
    causeText(report, width),
  ].join('\n');
}

function textOf({ rows, columns }: StatusTable, width: number): string {
  return columnsText(rows, columns, width);
}

/** Sentences on rejections that no queue has, and warnings. */
export function noticesOf({ processes, rejections, queues, warnings }: Report): readonly string[] {
  const elsewhere = rejectedElsewhere(rejections, queues);
  return [
    ...(elsewhere ? [`Rejected before a queue was chosen: ${elsewhere}`] : []),
    ...webhooksOf(processes),
    ...queryIndexOf(processes),
    ...oldestCall(queues),
    ...warnings.map((warning) => `Warning: ${warning}.`),
  ];
}

/** Each process that counts something whole counts all of it: the one that reported last is right. */
function lastReported<Key extends 'webhooks' | 'queryIndex'>(processes: Report['processes'], key: Key) {
  const reporting = processes.filter(({ worker }) => worker?.[key]);
  return maxBy(reporting, ({ reportedAt }) => reportedAt)?.worker?.[key];
}

function webhooksOf(processes: Report['processes']): readonly string[] {
  const counts = lastReported(processes, 'webhooks');
  if (!counts || counts.enabled + counts.disabled === 0) return [];
  const { enabled, failing, disabled, overdueSeconds, oldestChangeSeconds } = counts;
  const late =
    overdueSeconds > 0 ? `; a delivery has been due for ${shortDuration(overdueSeconds * 1_000)}` : '';
  const old =
    oldestChangeSeconds > 0
      ? `; the oldest change that waits is ${shortDuration(oldestChangeSeconds * 1_000)} old`
      : '';
  return [
    `Webhooks: ${enabled} enabled, ${failing} of them failing, ${disabled} disabled after failures${late}${old}`,
  ];
}

/** The index is a few seconds late at any time. */
const indexLagSeconds = 60;

function queryIndexOf(processes: Report['processes']): readonly string[] {
  const lag = lastReported(processes, 'queryIndex');
  if (!lag || lag.seconds < indexLagSeconds) return [];
  return [
    `Query index: ${counted(lag.changes, 'change')} behind, by ${shortDuration(lag.seconds * 1_000)}; until then, lists with query lack them`,
  ];
}

/** A younger call is not a reason to look for it. */
const oldMs = 1_000;

function oldestCall(queues: Report['queues']): readonly string[] {
  const queue = maxBy(queues, ({ oldestMs }) => oldestMs);
  if (!queue?.oldest || queue.oldestMs < oldMs) return [];
  const { method, id } = queue.oldest;
  return [
    `Oldest call: ${method} for ${shortDuration(queue.oldestMs)}. Once it is answered, this tells what became of it: counterfoil request ${id}`,
  ];
}

/** The diagnosis and its advice, or what to start if nothing runs. */
export function causeText({ processes, diagnosis }: Report, width: number): string {
  const { bottleneck, text, help } = diagnosis;
  if (processes.length === 0 && bottleneck === 'none') return wrap(nothingRuns, width);
  const lines = [wrap(`Diagnosis: ${text}.`, width), ...(help ? [wrap(`${help}.`, width, '  ')] : [])];
  return lines.join('\n');
}
