import type { Results } from '../run/run.ts';
import { curves } from './curves.ts';
import { growth } from './growth.ts';
import type { Circumstances } from './machine.ts';
import { costs, medians, memory } from './medians.ts';
import { ratios } from './ratios.ts';

/** Ratios first, then what they come from. */
export function report({ circumstances, measurements, memory: curvesOfMemory }: Results): string {
  const measured = [
    section('Ratios', ratios(measurements)),
    section('Rows', growth(measurements)),
    section('Throughput and latency', medians(measurements)),
    section('What a request costs', costs(measurements)),
    section('Megabytes of the largest process', memory(measurements)),
  ];
  const sections = measurements.length > 0 ? measured : [];
  const parts = [
    ...sections,
    section('Megabytes of the largest process, over many requests', curves(curvesOfMemory)),
    around(circumstances),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** A part of a report; nothing where it has no text. */
export function section(title: string, text: string): string {
  return text && `### ${title}\n\n${text}`;
}

/** What figures mean little without, as a list. */
export function around({
  date,
  command,
  commit,
  machine,
  loadBefore,
  versions,
  database,
}: Circumstances): string {
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const lines = [
    `- \`${command}\``,
    `- ${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, load average before: ${loadBefore.toFixed(1)}`,
    `- ${machine}`,
    `- ${all.join(', ')}`,
    `- ${'MySQL' in versions ? 'MySQL' : 'MariaDB'} with ${database}`,
  ];
  return `### Circumstances\n\n${lines.join('\n')}`;
}
