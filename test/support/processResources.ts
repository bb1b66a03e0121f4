import { readdirSync, readFileSync } from 'node:fs';

/** Purpose of a process; several processes may share a name. */
export type PartName = 'gateway' | 'worker' | 'server' | 'redis' | 'database' | 'generator';

export interface Part {
  readonly name: PartName;
  readonly pid: number;
}

export type ByPart = Partial<Record<PartName, number>>;

/** The kernel reports hundredths of a second, whatever its own clock does. */
const ticksPerSecond = 100;

/** Sums the CPU seconds that the processes of each part have used since they started. */
export function cpuSeconds(parts: readonly Part[]): ByPart {
  return byPart(parts, cpuSecondsOf, (sum, seconds) => sum + seconds);
}

/** Returns the resident bytes of the largest process of each part. */
export function residentBytes(parts: readonly Part[]): ByPart {
  return byPart(parts, residentBytesOf, Math.max);
}

export function usedSince(before: ByPart, now: ByPart): ByPart {
  return mapParts(now, (used, name) => used - (before[name] ?? 0));
}

export function mapParts(values: ByPart, change: (value: number, name: PartName) => number): ByPart {
  const entries = Object.entries(values) as [PartName, number][];
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value, name)]));
}

function byPart(
  parts: readonly Part[],
  measure: (pid: number) => number,
  combine: (one: number, other: number) => number,
): ByPart {
  const found: ByPart = {};
  for (const { name, pid } of parts)
    for (const member of family(pid)) found[name] = combine(found[name] ?? 0, measure(member));
  return found;
}

/** Lists a process and all that it started, since a cluster's processes belong together. */
function family(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) => numbersIn(`/proc/${pid}/task/${thread}/children`));
  return [pid, ...children.flatMap(family)];
}

/** Adds user and system time: the 14th and 15th field, counted behind the name, which may contain anything. */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export function residentBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function numbersIn(file: string): number[] {
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}
