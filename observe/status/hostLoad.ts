import { readFileSync } from 'node:fs';

interface HostTimes {
  readonly busy: number;
  readonly all: number;
}

/** Fields of the line `cpu` in /proc/stat that count as free: idle, and waiting for a disk (proc_stat(5)). */
const freeFields = [3, 4];
/** Later fields are times of guests, which the first fields include. */
const fields = 8;

/** Milliseconds since the start in which the main thread ran, and in which it waited for a processor. */
interface ThreadTimes {
  readonly ranMs: number;
  readonly waitedMs: number;
}

/** Returns undefined if the system has no /proc/self/schedstat (sched-stats.rst of Linux). */
export function threadTimes(): ThreadTimes | undefined {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number);
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 };
  } catch {
    return undefined;
  }
}

/** Returns undefined if the system has no /proc/stat. */
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
