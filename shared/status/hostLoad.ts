import { readFileSync } from 'node:fs';

/** Time of all processors of the host, in ticks of the kernel since its start. */
export interface HostTimes {
  readonly busy: number;
  readonly all: number;
}

/** Fields of the line `cpu` in /proc/stat that count as free: idle, and waiting for a disk (proc_stat(5)). */
const freeFields = [3, 4];
/** Time of guests is in the first fields too. */
const fields = 8;

/** Undefined where the system has no /proc/stat. */
export function hostTimes(): HostTimes | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const times = line
      .trim()
      .split(/\s+/)
      .slice(1, 1 + fields)
      .map(Number);
    const all = times.reduce((sum, time) => sum + time, 0);
    const free = freeFields.reduce((sum, field) => sum + (times[field] ?? 0), 0);
    return { busy: all - free, all };
  } catch {
    return undefined;
  }
}
