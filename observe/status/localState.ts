import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessStatus } from '../../shared/wire/status/processStatus.ts';

/** State of a process of this host. `computing`: it uses or wants a processor. `waiting`: it sleeps, or waits for a disk. */
export type LocalState = 'stopped' | 'ended' | 'computing' | 'waiting';

/** Returns undefined for a process of another host, and on systems without /proc. */
export function localStateOf({ host, pid }: Pick<ProcessStatus, 'host' | 'pid'>): LocalState | undefined {
  if (host !== hostname() || !existsSync('/proc/self/stat')) return undefined;
  // Another program may have the number by now.
  const isOurs = textOf(`/proc/${pid}/cmdline`).includes('counterfoil');
  const [, state = 'X'] = /\) (\w)/.exec(textOf(`/proc/${pid}/stat`)) ?? [];
  if (!isOurs || 'ZX'.includes(state)) return 'ended';
  if (state === 'T' || state === 't') return 'stopped';
  return state === 'R' ? 'computing' : 'waiting';
}

/** Returns an empty text for a process that has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
