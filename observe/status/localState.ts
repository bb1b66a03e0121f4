import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** State of a process of this host. `computing`: it uses or wants a processor. `waiting`: it sleeps, or waits for a disk. */
export type LocalState = 'stopped' | 'ended' | 'computing' | 'waiting';

interface Place {
  readonly host: string;
  readonly pid: number;
}

/** Returns undefined for a process of another host, and on systems without /proc. */
export function localStateOf({ host, pid }: Place): LocalState | undefined {
  if (host !== hostname() || !canRead('/proc/self/stat')) return undefined;
  // Another program may have the number by now.
  const isOurs = textOf(`/proc/${pid}/cmdline`)?.includes('counterfoil') ?? false;
  const stat = textOf(`/proc/${pid}/stat`);
  const [, state] = /\) (\w)/.exec(stat ?? '') ?? [];
  if (!isOurs || state === undefined || 'ZX'.includes(state)) return 'ended';
  if (state === 'T' || state === 't') return 'stopped';
  return state === 'R' ? 'computing' : 'waiting';
}

function canRead(file: string): boolean {
  return textOf(file) !== undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
