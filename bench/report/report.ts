import type { Circumstances } from '../measure/circumstances.ts';
import type { Results } from '../measure/results.ts';
import { curves } from './curves.ts';
import { growth } from './growth.ts';
import { costs, medians, memory } from './medians.ts';
import { ratios } from './ratios.ts';

export interface Report {
  /** Text for docs/benchmarks.md. */
  readonly summary: string;
  /** Text for bench/results/tables.md: the figures behind the summary. */
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
