import { sum } from '../../../shared/contract/values/arithmetic.ts';
import { groupBy } from '../../../shared/contract/values/groupBy.ts';
import { figure, table } from '../../../test/support/markdownTable.ts';
import type { PartName } from '../../../test/support/processResources.ts';
import type { Circumstances } from '../measure/circumstances.ts';
import type { Measurement, Results } from '../measure/measurement.ts';
import type { MemoryCurve } from '../measure/memory.ts';
import { costs, medians, memory } from './medians.ts';
import { ratios } from './ratios.ts';
import { spread } from './statistics.ts';

export interface Report {
  /** Text for docs/benchmarks.md. */
  readonly summary: string;
  /** Text for lab/bench/results/tables.md: the figures behind the summary. */
  readonly details: string;
}

export function report({ circumstances, measurements, memory: curvesOfMemory }: Results): Report {
  const compared = measurements.length > 0;
  return reportOf(circumstances, {
    summary: [
      section('Ratios', compared ? ratios(measurements) : ''),
      section('Rows', compared ? growth(measurements) : ''),
      section('Megabytes of the largest process, over many requests', curves(curvesOfMemory)),
    ],
    details: compared
      ? [
          section('Throughput and latency', medians(measurements)),
          section('What a request costs', costs(measurements)),
          section('Megabytes of the largest process', memory(measurements)),
        ]
      : [],
  });
}

export function reportOf(
  circumstances: Circumstances,
  { summary, details }: { readonly summary: readonly string[]; readonly details: readonly string[] },
): Report {
  const withCircumstances = (sections: readonly string[]) => {
    const filled = sections.filter(Boolean);
    return filled.length > 0 ? [...filled, around(circumstances)].join('\n\n') : '';
  };
  return { summary: withCircumstances(summary), details: withCircumstances(details) };
}

/** Returns '' without a text. */
export function section(title: string, text: string): string {
  return text && `### ${title}\n\n${text}`;
}

function around({ date, command, commit, machine, loadBefore, versions, database }: Circumstances): string {
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const lines = [
    `- \`${command}\``,
    `- ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, load average before: ${loadBefore.toFixed(1)}`,
    `- ${machine}`,
    `- ${all.join(', ')}`,
    `- ${'MySQL' in versions ? 'MySQL' : 'MariaDB'} with ${database}`,
  ];
  return `### Measured with\n\n${lines.join('\n')}`;
}

/**
 * Divides each system's medians with more rows by those with the fewest: requests/s, p50, and the CPU time of all processes but
 * the generator. Returns '' for a single number of rows.
 */
function growth(measurements: readonly Measurement[]): string {
  const [few = 0, ...more] = [...new Set(measurements.map(({ rows }) => rows))].toSorted(
    (one, two) => one - two,
  );
  if (more.length === 0) return '';
  const groups = groupBy(measurements, (turn) => `${turn.scenario} ${turn.connections} ${turn.system}`);
  const cells = [...groups.values()].flatMap((group) => {
    const { scenario, connections, system } = group[0] as Measurement;
    const ratio = (rows: number, figureOf: (turn: Measurement) => number) => {
      const median = (count: number) =>
        spread(group.filter((turn) => turn.rows === count).map(figureOf)).median;
      return `${figure(median(rows) / median(few))}×`;
    };
    return more.map((rows) => [
      scenario,
      String(connections),
      system,
      rows.toLocaleString('en'),
      ratio(rows, (turn) => turn.requestsPerSecond),
      ratio(rows, (turn) => turn.p50Ms),
      ratio(rows, cpuOf),
    ]);
  });
  const names = ['scenario', 'connections', 'system', 'rows', 'requests/s', 'p50', 'CPU'];
  return `**Compared with ${few.toLocaleString('en')} rows**\n\n${table(names, cells)}`;
}

function cpuOf({ cpuMicroseconds: { generator: _, ...parts } }: Measurement): number {
  return sum(Object.values(parts));
}

/** Maximum rows in the table of a curve. */
const maxCurveRows = 10;

function curves(memory: readonly MemoryCurve[]): string {
  return memory.map(curveTable).join('\n\n');
}

function curveTable({ system, scenario, connections, failed, samples }: MemoryCurve): string {
  const names = Object.keys(samples[0]?.residentMegabytes ?? {}) as PartName[];
  const step = Math.ceil(samples.length / maxCurveRows);
  const shown = samples.filter((_, index) => index % step === 0 || index === samples.length - 1);
  const rows = shown.map(({ requests, residentMegabytes }) => [
    requests.toLocaleString('en'),
    ...names.map((name) => figure(residentMegabytes[name] ?? Number.NaN)),
  ]);
  const title = `**${system}, ${scenario}, ${connections} connections, ${failed} failed**`;
  return `${title}\n\n${table(['requests', ...names], rows)}`;
}
