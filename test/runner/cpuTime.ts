import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const ticksPerSecond = 100;

interface Usage {
  readonly parent: number;
  /** Time of the process, and of those it started that have ended. */
  readonly seconds: number;
}

/**
 * The CPU seconds of a process and all that it has started, so far; 0 where there is no /proc. Missing is what a process
 * spent whose parent ended before it.
 */
export function cpuSeconds(pid: number, all = usages()): number {
  const children = [...all].filter(([, { parent }]) => parent === pid);
  return children.reduce((sum, [child]) => sum + cpuSeconds(child, all), all.get(pid)?.seconds ?? 0);
}

function usages(): ReadonlyMap<number, Usage> {
  if (process.platform !== 'linux') return new Map();
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => usageOf(Number(pid))));
}

function usageOf(pid: number): readonly (readonly [number, Usage])[] {
  try {
    // See proc(5): after the name, which may contain spaces, the 4th field is the parent, the 14th to 17th are times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[pid, { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }]];
  } catch {
    return []; // it has ended
  }
}
