import { maxBy, sum } from '../../shared/contract/values/arithmetic.ts';
import { refusesWrites } from '../../shared/runtime/redis/redisInfo.ts';
import { queueLabel } from '../../shared/wire/queues.ts';
import { isQueue, type QueueSummary } from '../status/queueSummary.ts';
import type { SeenStatus } from '../status/readStatuses.ts';
import type { RedisReading } from '../status/redisMeter.ts';
import { type Diagnosis, processName, waiting } from './diagnosis.ts';
import { areHostsFull, type Signals } from './signals.ts';

/** Warnings, not bottlenecks: the queues of silent processes may have other workers. */
export function silentWarnings(
  statuses: readonly SeenStatus[],
  { memory }: RedisReading = {},
): readonly string[] {
  const silent = statuses.filter(({ isSilent }) => isSilent);
  if (silent.length > 0 && memory && refusesWrites(memory)) return [muteWarning(silent.length)];
  return silent.map(silentWarning);
}

export function silentWarning(status: SeenStatus): string {
  return `${foundOf(status)}. ${sentence(remedyOf(status))}`;
}

/** A full Redis silences every process: a line for each would hide the one cause. */
function muteWarning(processes: number): string {
  const who = processes === 1 ? '1 process does' : `${processes} processes do`;
  return `${who} not report, since Redis is full and refuses what they write: they may run all the same`;
}

/**
 * A process that hangs or is gone makes others look busy or flooded, so it is looked for first. One that was removed on
 * purpose, whose work others do, is only worth a warning.
 */
export function silentProcess(signals: Signals): Diagnosis | undefined {
  const { silent, gateways, workers } = signals;
  if (silent.length > 1 && gateways.length + workers.length === 0) return nobodyReports(silent.length);
  const harmful = silent
    .filter((status) => !mayWaitForProcessor(status))
    .map((status) => ({ status, calls: callsOf(status, signals) }))
    .filter(({ status, calls }) => calls > 0 || isMissed(status, signals));
  const first = maxBy(harmful, ({ calls }) => calls);
  if (!first) return undefined;
  const { status, calls } = first;
  const waitingForIt = calls > 0 ? `: ${waiting(calls, 'call')} for it` : '';
  const others = harmful.length > 1 ? `; so are ${harmful.length - 1} others: see the warnings` : '';
  return {
    bottleneck: 'process',
    of: status.title,
    processId: status.id,
    text: `${foundOf(status)}${waitingForIt}${others}`,
    help: sentence(remedyOf(status)),
  };
}

function nobodyReports(processes: number): Diagnosis {
  return {
    bottleneck: 'unclear',
    text: `not clear: none of ${processes} processes reports: they are stopped, have lost Redis, or the clock of Redis was set forward`,
    help: 'Look at one of them (its log, `ps -o stat,args`), then run `counterfoil doctor` on its host: it compares the clocks, and tries Redis',
  };
}

/** A machine without a free processor may keep a process from reporting for longer than usual. */
function mayWaitForProcessor(status: SeenStatus): boolean {
  const { localState, ageMs } = status;
  const isCertain = localState === 'stopped' || localState === 'ended';
  return !isCertain && areHostsFull([status]) && ageMs < starvedMs;
}

const starvedMs = 12_000;

/** A known, fresh or irreplaceable process is missed even while no call waits for it. */
function isMissed(status: SeenStatus, { gateways, queues }: Signals): boolean {
  const { localState, ageMs, worker } = status;
  if (localState === 'stopped' || localState === 'computing') return true;
  const isReplaced = worker
    ? queuesOfWorker(status, queues).every(({ workers }) => workers > 0)
    : gateways.length > 0;
  return !isReplaced || ageMs < freshMs;
}

/** Maximum age of a warning about a process whose work others do: it was probably removed on purpose. */
const freshMs = 60_000;

/** Counts the calls that a silent worker keeps waiting: all of queues without another worker; otherwise those that it took. */
function callsOf(status: SeenStatus, { queues }: Signals): number {
  return sum(
    queuesOfWorker(status, queues).map(({ inFlight, workers, oldestMs, meanWaiting }) => {
      if (workers === 0) return inFlight;
      return oldestMs >= stuckShare * status.ageMs ? Math.max(1, inFlight - Math.round(meanWaiting)) : 0;
    }),
  );
}

/** Calls that are about as old as the silence wait for the silent process, not for the others. */
const stuckShare = 0.7;

function queuesOfWorker({ worker }: SeenStatus, queues: readonly QueueSummary[]): readonly QueueSummary[] {
  return queues.filter((queue) => worker?.queues.some(isQueue(queue)));
}

function foundOf(status: SeenStatus): string {
  const who = processName(status);
  const since = `has not reported for ${Math.round(status.ageMs / 1_000)} s`;
  switch (status.localState) {
    case 'stopped':
      return `${who} is stopped (SIGSTOP), and ${since}`;
    case 'ended':
      return `${who} has ended without stopping in order: it was killed, crashed, or had no memory left`;
    case 'computing':
      return `${who} computes, but does not answer: its event loop is blocked, and it ${since}`;
    case 'waiting':
      return `${who} runs, but ${since}: it can't reach Redis, or hangs`;
    default:
      return `${who} ${since}: it is frozen, was killed, or can't write to Redis`;
  }
}

function remedyOf(status: SeenStatus): string {
  const { pid, title, localState } = status;
  const start = `counterfoil ${commandOf(title)}`;
  switch (localState) {
    case 'stopped':
      return `let it go on: kill -CONT ${pid}`;
    case 'ended':
      return `start it again: ${start} (its supervisor may do that); look for the reason in its log and with \`dmesg | grep -i oom\``;
    case 'computing':
      return `end it, and start it again: kill -KILL ${pid}; ${start} (its supervisor may do that)`;
    case 'waiting':
      return `look at its log for \`redis\`, and check Redis from its host: counterfoil doctor. If Redis is reachable, end it, and start it again: kill -KILL ${pid}; ${start}`;
    default:
      return `look there: ps -o stat,args -p ${pid}`;
  }
}

/** Titles leave out `--lane`. */
function commandOf(title: string): string {
  return title.replace(/ (interactive|bulk)$/, ' --lane $1');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
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
