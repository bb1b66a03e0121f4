import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { serviceTime } from '../../shared/runtime/redis/clock.ts';
import {
  type ProcessStatus,
  silentMs,
  statusExpiryKey,
  statusReportsKey,
} from '../../shared/wire/status/processStatus.ts';

/** State of a process of this host. `computing`: it uses or wants a processor. `waiting`: it sleeps, or waits for a disk. */
type LocalState = 'stopped' | 'ended' | 'computing' | 'waiting';

export interface SeenStatus extends ProcessStatus {
  /** Milliseconds since the report, by the service's time. */
  readonly ageMs: number;
  /** The process has not reported for seconds, so its numbers are old. */
  readonly isSilent: boolean;
  /** State of a silent process of this host. */
  readonly localState?: LocalState | undefined;
}

/** Statuses that have not expired: gateways first, then workers by title. Rejects if Redis does not answer. */
export async function readStatuses(redis: RedisClient): Promise<readonly SeenStatus[]> {
  const now = await serviceTime(redis);
  const ids = await redis.zrangebyscore(statusExpiryKey, Math.round(now), '+inf');
  if (ids.length === 0) return [];
  const reports = await redis.hmget(statusReportsKey, ...ids);
  const statuses = reports.flatMap((report) => seen(report, now));
  return statuses
    .filter((status) => !isReplaced(status, statuses))
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

/** A killed process that was restarted on its host needs no mention. */
function isReplaced(
  { isSilent, title, host, reportedAt }: SeenStatus,
  statuses: readonly SeenStatus[],
): boolean {
  const isSuccessor = (other: SeenStatus) =>
    !other.isSilent && other.title === title && other.host === host && other.startedAt > reportedAt;
  return isSilent && statuses.some(isSuccessor);
}

/** Skips reports in the form of another release. */
function seen(report: string | null, now: number): readonly SeenStatus[] {
  const status = parsed(report);
  if (!status?.load || !(status.gateway?.rejections ?? status.worker)) return [];
  const ageMs = Math.max(0, now - status.reportedAt);
  const isSilent = ageMs > silentMs;
  return [{ ...status, ageMs, isSilent, ...(isSilent && { localState: localStateOf(status) }) }];
}

function parsed(report: string | null): ProcessStatus | undefined {
  try {
    return JSON.parse(report ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function keyOf({ role, title, host, pid }: ProcessStatus): string {
  return [role, title, host, `${pid}`.padStart(8)].join(' ');
}

/** Returns undefined for a process of another host, and on systems without /proc. */
function localStateOf({ host, pid }: Pick<ProcessStatus, 'host' | 'pid'>): LocalState | undefined {
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
