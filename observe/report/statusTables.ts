import { sum } from '../../shared/contract/values/arithmetic.ts';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { rejectionReasons } from '../../shared/runtime/process/events.ts';
import { accountSeconds, type Counts, type OperationStatus } from '../../shared/wire/status/processStatus.ts';
import { percent } from '../diagnosis/diagnosis.ts';
import type { BusyAccount } from '../status/callSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import { age, rate, shortDuration } from './format.ts';
import type { Report, ReportedQueue } from './statusReport.ts';
import { storedColumns } from './storageUse.ts';
import { type Column, numberColumn } from './textTable.ts';

export const nothingRuns =
  'No gateway or worker has reported to this Redis for minutes. Start everything on this machine with `npm start`, or start `counterfoil gateway` and `counterfoil worker all`. If they run, look at their logs and run `counterfoil doctor`.';

/** Hides numbers of a process that does not report: they are out of date. */
const present = (value: (status: SeenStatus) => number) => (status: SeenStatus) =>
  status.isSilent ? undefined : value(status);

const processColumns: readonly Column<SeenStatus>[] = [
  { title: 'PROCESS', cell: processCell, isFlexible: true },
  { title: 'HOST', cell: ({ host }) => host, isFlexible: true },
  numberColumn('PID', ({ pid }) => pid),
  { title: 'VERSION', cell: ({ version }) => version },
  numberColumn('UP', ({ startedAt, reportedAt, ageMs }) => reportedAt + ageMs - startedAt, age),
  numberColumn(
    'BUSY',
    present(({ load }) => load.busy),
    percent,
  ),
  numberColumn(
    'CALLS/S',
    present(({ gateway, worker }) => (gateway ?? worker)?.callsPerSecond ?? 0),
    rate,
  ),
  numberColumn(
    'MEMORY',
    present(({ load }) => load.residentBytes),
    byteSize,
  ),
];

function processCell({ title, isSilent, ageMs }: SeenStatus): string {
  return isSilent ? `${title}: no report for ${age(ageMs)}` : title;
}

const queueColumns: readonly Column<ReportedQueue>[] = [
  { title: 'QUEUE', cell: ({ label }) => label },
  numberColumn('WORKERS', ({ workers }) => workers),
  numberColumn('CALLS/S', ({ callsPerSecond }) => callsPerSecond, rate),
  { ...numberColumn<ReportedQueue>('SETS/S', ({ setsPerSecond }) => setsPerSecond, rate), isOptional: true },
  numberColumn('WAITING', ({ waiting }) => waiting),
  { ...numberColumn<ReportedQueue>('ACTIVE', ({ active }) => active), isOptional: true },
  numberColumn('OLDEST', ({ inFlight, oldestMs }) => (inFlight > 0 ? oldestMs : undefined), shortDuration),
  numberColumn('P50', ({ p50Ms }) => p50Ms, shortDuration),
  numberColumn('P99', ({ p99Ms }) => p99Ms, shortDuration),
  {
    title: 'REJECTED',
    cell: remarks,
    value: ({ rejections }) => sum(Object.values(rejections)),
    isFlexible: true,
  },
];

const operationColumns: readonly Column<OperationStatus>[] = [
  { title: 'OPERATION', cell: ({ method }) => method, isFlexible: true },
  numberColumn('CALLS', ({ calls }) => calls),
  numberColumn('P50', ({ p50Ms }) => p50Ms, shortDuration),
  numberColumn('P99', ({ p99Ms }) => p99Ms, shortDuration),
];

const accountColumns: readonly Column<BusyAccount>[] = [
  {
    title: 'ACCOUNT',
    cell: ({ account, name }) => (name === undefined ? account : `${account} ${name}`),
    isFlexible: true,
  },
  numberColumn('CALLS', ({ calls }) => calls),
  numberColumn(
    'ANSWERED',
    ({ bytes }) => bytes / accountSeconds,
    (value) => `${byteSize(value)}/s`,
  ),
  numberColumn('SHARE', ({ share }) => share, percent),
];

/** Table whose cells are known, so that every view shows and sorts the same. */
export interface StatusTable {
  readonly columns: readonly Column<TableRow>[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly values: readonly (number | undefined)[];
  /** True if something is wrong; one of the cells says what. */
  readonly isBad: boolean;
}

export type TableName = 'processes' | 'queues' | 'operations' | 'accounts' | 'stored';

/** Tables of the text, the status page and the live view. */
export function tablesOf(report: Pick<Report, TableName>): Readonly<Record<TableName, StatusTable>> {
  const { processes, queues, operations, accounts, stored } = report;
  return {
    processes: tableOf(processes, processColumns, ({ isSilent }) => isSilent),
    queues: tableOf(
      queues.filter(isShown),
      queueColumns,
      ({ workers, pause }) => workers === 0 || pause !== undefined,
    ),
    operations: tableOf(operations, operationColumns),
    accounts: tableOf(accounts, accountColumns),
    stored: tableOf(
      stored,
      storedColumns,
      ({ maxBytes = Number.POSITIVE_INFINITY, bytes }) => bytes >= maxBytes,
    ),
  };
}

function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  isBad: (row: Row) => boolean = () => false,
): StatusTable {
  return {
    columns: columns.map((column, index) => ({
      ...column,
      cell: ({ cells }) => cells[index] ?? '',
      value: column.value && (({ values }) => values[index]),
    })),
    rows: rows.map((row) => ({
      cells: columns.map(({ cell }) => cell(row)),
      values: columns.map(({ value }) => value?.(row)),
      isBad: isBad(row),
    })),
  };
}

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
  const left = rejectionReasons.map((reason) => {
    const ofQueues = queues.reduce((sum, { rejections }) => sum + (rejections[reason] ?? 0), 0);
    return [reason, (all[reason] ?? 0) - ofQueues] as const;
  });
  return countsText(Object.fromEntries(left.filter(([, count]) => count > 0)));
}

/** Hides queues without workers unless they have calls, rejections or a pause. */
function isShown({ workers, inFlight, rejections, pause }: ReportedQueue): boolean {
  return workers > 0 || inFlight > 0 || pause !== undefined || Object.keys(rejections).length > 0;
}
