import { byteSize } from '../../shared/contract/values/byteSize.ts';
import type { Counts, OperationStatus } from '../../shared/wire/status/processStatus.ts';
import { percent } from '../diagnosis/diagnosis.ts';
import type { BusyAccount } from '../status/callSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import { age, duration, rate } from './format.ts';
import type { ReportedQueue } from './statusReport.ts';
import type { Column } from './textTable.ts';

export const nothingRuns =
  'No gateway or worker has reported to this Redis for minutes. Start everything on this machine with `npm start`, or start `counterfoil gateway` and `counterfoil worker all`. If they run, look at their logs and run `counterfoil doctor`.';

/** Hides numbers of a process that does not report: they are out of date. */
const present = (show: (status: SeenStatus) => string) => (status: SeenStatus) =>
  status.isSilent ? '-' : show(status);

export const processColumns: readonly Column<SeenStatus>[] = [
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
  { title: 'MEMORY', cell: present(({ load }) => byteSize(load.residentBytes)), isNumber: true },
];

function processName({ title, isSilent, ageMs }: SeenStatus): string {
  return isSilent ? `${title}: no report for ${age(ageMs)}` : title;
}

export const queueColumns: readonly Column<ReportedQueue>[] = [
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
  { title: 'REJECTED', cell: remarks, isFlexible: true },
];

export const operationColumns: readonly Column<OperationStatus>[] = [
  { title: 'OPERATION', cell: ({ method }) => method, isFlexible: true },
  { title: 'CALLS', cell: ({ calls }) => `${calls}`, isNumber: true },
  { title: 'P50', cell: ({ p50Ms }) => duration(p50Ms), isNumber: true },
  { title: 'P99', cell: ({ p99Ms }) => duration(p99Ms), isNumber: true },
];

export const accountColumns: readonly Column<BusyAccount>[] = [
  { title: 'ACCOUNT', cell: ({ account }) => account, isFlexible: true },
  { title: 'CALLS', cell: ({ calls }) => `${calls}`, isNumber: true },
  { title: 'SHARE', cell: ({ share }) => percent(share), isNumber: true },
];

function remarks({ rejections, workers, pause }: ReportedQueue): string {
  const paused = pause ? `paused until ${pause.until ?? '`counterfoil resume`'}: ${pause.reason}` : '';
  const missing = workers === 0 ? 'no worker' : '';
  return [paused, missing, countsText(rejections)].filter(Boolean).join(', ') || '-';
}

function countsText(counts: Counts): string {
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
}

/** Counts rejections of batches, and of requests that were rejected before their operation was known. */
export function rejectedElsewhere(all: Counts, queues: readonly ReportedQueue[]): string {
  const left = Object.entries(all).map(([reason, count]) => {
    const ofQueues = queues.reduce((sum, { rejections }) => sum + (rejections[reason] ?? 0), 0);
    return [reason, count - ofQueues] as const;
  });
  return countsText(Object.fromEntries(left.filter(([, count]) => count > 0)));
}

/** Hides queues without workers unless they have calls, rejections or a pause. */
export function isShown({ workers, inFlight, rejections, pause }: ReportedQueue): boolean {
  return workers > 0 || inFlight > 0 || pause !== undefined || Object.keys(rejections).length > 0;
}
