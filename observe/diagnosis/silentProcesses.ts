import { refusesWrites } from '../../shared/runtime/redis/redisMemory.ts';
import { queueLabel } from '../../shared/wire/queues.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Warnings, not bottlenecks: the queues of silent processes may have other workers. */
export function silentWarnings(
  statuses: readonly SeenStatus[],
  { memory }: RedisReading = {},
): readonly string[] {
  const silent = statuses.filter(({ isSilent }) => isSilent);
  if (silent.length > 0 && memory && refusesWrites(memory)) return [muteWarning(silent.length)];
  return silent.map(
    ({ title, pid, host, ageMs }) =>
      `${title} (PID ${pid} on ${host}) has not reported for ${Math.round(ageMs / 1_000)} s: it is frozen, was killed, or can't write to Redis. Look there: ps -o stat,args -p ${pid}`,
  );
}

/** A full Redis silences every process: a line for each would hide the one cause. */
function muteWarning(processes: number): string {
  const who = processes === 1 ? '1 process does' : `${processes} processes do`;
  return `${who} not report, since Redis is full and refuses what they write: they may run all the same`;
}

/** A queue that has lost workers must not get more of anything before they are back. */
export function helpWithSilent(
  { of, help, ...found }: Diagnosis,
  statuses: readonly SeenStatus[],
): Diagnosis {
  const serving = statuses.filter(({ worker }) => worker?.queues.some((queue) => queueLabel(queue) === of));
  const silent = serving.filter(({ isSilent }) => isSilent).length;
  if (silent === 0) return { ...found, of, help };
  const who = silent === 1 ? 'worker that does' : `${silent} workers that do`;
  return { ...found, of, help: `First look at the ${who} not report: see the warnings. ${help}` };
}
