import { historyMs, type Sampler, sampleMs } from '../report/sampler.ts';
import type { Report } from '../report/statusReport.ts';
import {
  nothingRuns,
  rejectedElsewhere,
  type StatusTable,
  type TableName,
  tablesOf,
} from '../report/statusTables.ts';
import { type Plot, plotsOf } from './pagePlots.ts';

/**
 * The answer that the browser gets every two seconds. It must show texts as plain text: names of hosts and accounts may be
 * hostile.
 */
interface PageState {
  /** Says that Redis does not answer or that nothing was read yet. Empty while the page is up to date. */
  readonly problem: string;
  /** Undefined before the first report. */
  readonly report: ShownReport | undefined;
  readonly plots: {
    readonly agesS: readonly number[];
    readonly lengthS: number;
    /** A line is interrupted where two values are farther apart. */
    readonly gapS: number;
    readonly each: readonly Plot[];
  };
}

interface ShownReport {
  readonly diagnosis: { readonly hasBottleneck: boolean; readonly text: string; readonly help: string };
  readonly warnings: readonly string[];
  /** JSON leaves out the functions of their columns. */
  readonly tables: Readonly<Record<TableName, StatusTable>>;
  /** Requests that were rejected before a queue was chosen. Empty if there are none. */
  readonly rejectedElsewhere: string;
}

/** Samples may be late on a busy machine. */
const gapS = (4 * sampleMs) / 1_000;

export function stateOf(sampler: Sampler, now = Date.now()): PageState {
  const { last, points } = sampler;
  return {
    problem: sampler.problem(now),
    report: last && shownReport(last.report),
    plots: {
      agesS: points.map(({ at }) => Math.round((now - at) / 100) / 10),
      lengthS: historyMs / 1e3,
      gapS,
      each: plotsOf(points, !sampler.isAway),
    },
  };
}

function shownReport(report: Report): ShownReport {
  const { queues, rejections, warnings } = report;
  return {
    diagnosis: shownDiagnosis(report),
    warnings,
    tables: tablesOf(report),
    rejectedElsewhere: rejectedElsewhere(rejections, queues),
  };
}

function shownDiagnosis({ processes, diagnosis }: Report): ShownReport['diagnosis'] {
  const { bottleneck, text, help } = diagnosis;
  const hasBottleneck = bottleneck !== 'none';
  if (processes.length === 0 && !hasBottleneck)
    return { hasBottleneck, text: 'Nothing reports.', help: nothingRuns };
  return { hasBottleneck, text: `${text}.`, help: help && `${help}.` };
}
