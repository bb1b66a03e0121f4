import { age } from '../report/format.ts';
import type { Report } from '../report/statusReport.ts';
import {
  accountColumns,
  isShown,
  nothingRuns,
  operationColumns,
  processColumns,
  queueColumns,
  rejectedElsewhere,
} from '../report/statusTables.ts';
import { storedColumns } from '../report/storedBytes.ts';
import type { Column } from '../report/textTable.ts';
import { historyMs } from './history.ts';
import { type Plot, plotsOf } from './pagePlots.ts';
import { type Sampler, sampleMs } from './sampler.ts';

/**
 * The answer that the browser gets every two seconds. It must show texts as plain text: names of hosts and accounts may be
 * hostile.
 */
interface PageState {
  /** Says that Redis does not answer or that nothing was read yet. Empty while the page is up to date. */
  readonly problem: string;
  readonly diagnosis: { readonly hasBottleneck: boolean; readonly text: string; readonly help: string };
  readonly warnings: readonly string[];
  readonly processes: Table;
  readonly queues: Table;
  readonly operations: Table;
  readonly accounts: Table;
  readonly stored: Table;
  /** Requests that were rejected before a queue was chosen. Empty if there are none. */
  readonly rejectedElsewhere: string;
  readonly plots: {
    readonly agesS: readonly number[];
    readonly lengthS: number;
    /** A line is interrupted where two values are farther apart. */
    readonly gapS: number;
    readonly each: readonly Plot[];
  };
}

interface Table {
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[];
  readonly rows: readonly TableRow[];
}

interface TableRow {
  readonly cells: readonly string[];
  /** True if something is wrong; one of the cells says what. */
  readonly isBad: boolean;
}

/** Samples may be late on a busy machine. */
const gapS = (4 * sampleMs) / 1_000;

export function stateOf({ last, outage, history }: Sampler, now = Date.now()): PageState {
  const { points } = history;
  return {
    problem: problemText(last?.at, outage, now),
    ...tablesOf(last?.report),
    plots: {
      agesS: points.map(({ at }) => Math.round((now - at) / 100) / 10),
      lengthS: historyMs / 1e3,
      gapS,
      each: plotsOf(points, outage === undefined),
    },
  };
}

function problemText(readAt: number | undefined, outage: Sampler['outage'], now: number): string {
  if (!outage) return readAt === undefined ? 'Reading the status from Redis.' : '';
  const reason = `Redis has not answered since ${clock(outage.since)} (${outage.reason}).`;
  if (readAt === undefined) return `${reason} Nothing was read before.`;
  return `${reason} What is shown was read at ${clock(readAt)}, ${age(now - readAt)} ago.`;
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

const nothing: Omit<Report, 'redis'> = {
  processes: [],
  queues: [],
  operations: [],
  accounts: [],
  stored: [],
  rejections: {},
  warnings: [],
  diagnosis: {
    bottleneck: 'none',
    text: '',
    help: '',
  },
};

function shownDiagnosis({ bottleneck, text, help }: Report['diagnosis']) {
  return {
    hasBottleneck: bottleneck !== 'none',
    text: `${text}.`,
    help: help && `${help.replace(/\.$/, '')}.`,
  };
}

const nothingReports = { bottleneck: 'none', text: 'Nothing reports', help: nothingRuns } as const;

function tablesOf({
  processes,
  queues,
  operations,
  accounts,
  stored,
  rejections,
  diagnosis,
  warnings,
}: Omit<Report, 'redis'> = nothing) {
  const isEmpty = processes.length === 0;
  return {
    diagnosis: shownDiagnosis(isEmpty && diagnosis.bottleneck === 'none' ? nothingReports : diagnosis),
    warnings,
    processes: tableOf(processes, processColumns, ({ isSilent }) => isSilent),
    queues: tableOf(queues.filter(isShown), queueColumns, ({ workers }) => workers === 0),
    operations: tableOf(operations, operationColumns, () => false),
    accounts: tableOf(accounts, accountColumns, () => false),
    stored: tableOf(
      stored,
      storedColumns,
      ({ maxBytes = Number.POSITIVE_INFINITY, bytes }) => bytes >= maxBytes,
    ),
    rejectedElsewhere: rejectedElsewhere(rejections, queues),
  };
}

function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  isBad: (row: Row) => boolean,
): Table {
  return {
    columns: columns.map(({ title, isNumber = false }) => ({ title, isNumber })),
    rows: rows.map((row) => ({ cells: columns.map(({ cell }) => cell(row)), isBad: isBad(row) })),
  };
}
