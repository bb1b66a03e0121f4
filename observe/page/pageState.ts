import type { Sampler } from '../report/sampler.ts';
import type { Report } from '../report/statusReport.ts';
import {
  nothingRuns,
  rejectedElsewhere,
  type StatusTable,
  type TableName,
  tablesOf,
} from '../report/statusTables.ts';

/**
 * The answer that the browser gets every two seconds. It must show texts as plain text: names of hosts and accounts may be
 * hostile.
 */
interface PageState {
  /** Says that Redis does not answer or that nothing was read yet. Empty while the page is up to date. */
  readonly problem: string;
  /** Undefined before the first report. */
  readonly report: ShownReport | undefined;
}

interface ShownReport {
  readonly diagnosis: { readonly hasBottleneck: boolean; readonly text: string; readonly help: string };
  readonly warnings: readonly string[];
  /** JSON leaves out the functions of their columns. */
  readonly tables: Readonly<Record<TableName, StatusTable>>;
  /** Requests that were rejected before a queue was chosen. Empty if there are none. */
  readonly rejectedElsewhere: string;
}

export function stateOf(sampler: Sampler): PageState {
  const { last } = sampler;
  return { problem: sampler.problem(Date.now()), report: last && shownReport(last.report) };
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
