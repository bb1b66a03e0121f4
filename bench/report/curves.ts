import type { MemoryCurve } from '../measure/memory.ts';
import type { PartName } from '../support/processes.ts';
import { figure, table } from './table.ts';

/** Maximum rows in the table of a curve. */
const max = 10;

export function curves(memory: readonly MemoryCurve[]): string {
  return memory.map(curveTable).join('\n\n');
}

function curveTable({ system, scenario, connections, failed, samples }: MemoryCurve): string {
  const names = Object.keys(samples[0]?.residentMegabytes ?? {}) as PartName[];
  const step = Math.ceil(samples.length / max);
  const shown = samples.filter((_, at) => at % step === 0 || at === samples.length - 1);
  const rows = shown.map(({ requests, residentMegabytes }) => [
    requests.toLocaleString('en'),
    ...names.map((name) => figure(residentMegabytes[name] ?? Number.NaN)),
  ]);
  const title = `**${system}, ${scenario}, ${connections} connections, ${failed} failed**`;
  return `${title}\n\n${table(['requests', ...names], rows)}`;
}
