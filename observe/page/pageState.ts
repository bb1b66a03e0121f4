import { historyMs } from '../report/history.ts';
import { type Sampler, sampleMs } from '../report/sampler.ts';
import type { Report } from '../report/statusReport.ts';
import { nothingRuns, rejectedElsewhere, type StatusTable, tablesOf } from '../report/statusTables.ts';
import { type Plot, plotsOf } from './pagePlots.ts';

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

export function stateOf(sampler: Sampler, now = Date.now()): PageState {
  const { last, history } = sampler;
  const { points } = history;
  return {
    problem: sampler.problem(now),
    ...shownReport(last?.report),
    plots: {
      agesS: points.map(({ at }) => Math.round((now - at) / 100) / 10),
      lengthS: historyMs / 1e3,
      gapS,
      each: plotsOf(points, !sampler.isAway),
    },
  };
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

function shownReport(report: Omit<Report, 'redis'> = nothing) {
  const { processes, queues, rejections, diagnosis, warnings } = report;
  const tables = tablesOf(report);
  const isEmpty = processes.length === 0;
  return {
    diagnosis: shownDiagnosis(isEmpty && diagnosis.bottleneck === 'none' ? nothingReports : diagnosis),
    warnings,
    processes: shownTable(tables.processes),
    queues: shownTable(tables.queues),
    operations: shownTable(tables.operations),
    accounts: shownTable(tables.accounts),
    stored: shownTable(tables.stored),
    rejectedElsewhere: rejectedElsewhere(rejections, queues),
  };
}

function shownTable({ columns, rows }: StatusTable): Table {
  return {
    columns: columns.map(({ title, isNumber = false }) => ({ title, isNumber })),
    rows: rows.map(({ cells, isBad }) => ({ cells, isBad })),
  };
}
