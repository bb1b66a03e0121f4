import { readFileSync } from 'node:fs';

/**
 * Returns the most bytes of memory that a process had, by default this one; 0 where the system does not tell. `maxRSS` is no
 * measure: in Linux it has the memory of the parent, which a process shares until it has its own program.
 */
export function peakMemory(pid: number | 'self' = 'self'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}
