import type { Counts } from '../../shared/status/processStatus.ts';
import type { QueueSummary } from '../../shared/status/queueSummary.ts';
import type { SeenStatus } from '../../shared/status/readStatuses.ts';
import { percent } from '../../shared/status/verdict/percent.ts';
import { type Column, columnsText } from './columns.ts';
import { age, duration, megabytes, rate, wrap } from './format.ts';
import type { Report } from './report.ts';

/** How to start the service where none of its processes reports. */
const nothingRuns =
  'No gateway or worker runs on this Redis. Start everything on this machine with `npm start`, or start `counterfoil gateway` and `counterfoil worker all`.';

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

/** A process that does not report has no present numbers. */
const present = (show: (status: SeenStatus) => string) => (status: SeenStatus) =>
  status.isSilent ? '-' : show(status);

const processColumns: readonly Column<SeenStatus>[] = [
  { title: 'PROCESS', cell: processName, isFlexible: true },
  { title: 'HOST', cell: ({ host }) => host, isFlexible: true },
  { title: 'PID', cell: ({ pid }) => `${pid}`, isNumber: true },
  { title: 'VERSION', cell: ({ version }) => version },
  {
    title: 'UP',
    cell: ({ startedAt, reportedAt, ageMs }) => age(reportedAt + ageMs - startedAt),
    isNumber: true,
  },
  { title: 'BUSY', cell: present(({ load }) => percent(load.busy)), isNumber: true },
  {
    title: 'CALLS/S',
    cell: present(({ gateway, worker }) => rate((gateway ?? worker)?.callsPerSecond ?? 0)),
    isNumber: true,
  },
  { title: 'MEMORY', cell: present(({ load }) => megabytes(load.residentBytes)), isNumber: true },
];

function processName({ title, isSilent, ageMs }: SeenStatus): string {
  return isSilent ? `${title}: no report for ${age(ageMs)}` : title;
}

const queueColumns: readonly Column<QueueSummary>[] = [
  { title: 'QUEUE', cell: ({ label }) => label },
  { title: 'WORKERS', cell: ({ workers }) => `${workers}`, isNumber: true },
  { title: 'CALLS/S', cell: ({ callsPerSecond }) => rate(callsPerSecond), isNumber: true },
  { title: 'WAITING', cell: ({ waiting }) => `${waiting}`, isNumber: true },
  {
    title: 'OLDEST',
    cell: ({ inFlight, oldestMs }) => (inFlight > 0 ? duration(oldestMs) : '-'),
    isNumber: true,
  },
  { title: 'P50', cell: ({ p50Ms }) => duration(p50Ms), isNumber: true },
  { title: 'P99', cell: ({ p99Ms }) => duration(p99Ms), isNumber: true },
  { title: 'REFUSED', cell: remarks, isFlexible: true },
];

/** What an operator should know of a queue beside its numbers: why requests were refused in the last ten seconds. */
function remarks({ refusals, workers }: QueueSummary): string {
  return [...(workers === 0 ? ['no worker'] : []), countsText(refusals)].filter(Boolean).join(', ') || '-';
}

function countsText(counts: Counts): string {
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
}

/** Those of batches, and of requests that were refused without a look at their operation. */
function refusedElsewhere(all: Counts, queues: readonly QueueSummary[]): string {
  const left = Object.entries(all).map(([reason, count]) => {
    const ofQueues = queues.reduce((sum, { refusals }) => sum + (refusals[reason] ?? 0), 0);
    return [reason, count - ofQueues] as const;
  });
  return countsText(Object.fromEntries(left.filter(([, count]) => count > 0)));
}

/** A queue that nobody serves matters when it has calls. */
function isShown({ workers, inFlight, refusals }: QueueSummary): boolean {
  return workers > 0 || inFlight > 0 || Object.keys(refusals).length > 0;
}
