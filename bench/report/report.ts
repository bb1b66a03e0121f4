import type { Circumstances } from '../measure/circumstances.ts';
import type { Results } from '../measure/results.ts';
import { curves } from './curves.ts';
import { growth } from './growth.ts';
import { costs, medians, memory } from './medians.ts';
import { ratios } from './ratios.ts';

/** The tables of a run. */
export interface Report {
  /** What readers of docs/benchmarks.md want to know. */
  readonly summary: string;
  /** What the summary was made from. */
  readonly details: string;
}

/** Puts the tables of a comparison together. */
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

/** Puts sections together; where and how they were measured stands below the summary and below the details. */
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

/** A section of a report; empty where there is no text. */
export function section(title: string, text: string): string {
  return text && `### ${title}\n\n${text}`;
}

/** Where and how figures were measured, as a list. */
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
