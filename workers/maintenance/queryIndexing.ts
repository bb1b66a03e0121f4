import { sum } from '../../shared/contract/values/arithmetic.ts';
import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { LateAccount, QueryIndexProgress } from '../stores/queryIndexProgress.ts';

/** Pause after a look that found nothing. */
const minPollMs = 500;

/** Pause after each look, as a multiple of its time: it reads a row of each account. */
const pollPause = 20;

/** Pause after a step, as a multiple of its time, while nobody writes. */
const idlePause = 1;

/**
 * Pauses after a step while others write, by how late the index is. Calls should not notice it: a step of 100 new customers
 * costs the database as much as some hundred creates. But if they write all the time, it must not fall behind for ever.
 */
const busyPauses = [
  { belowSeconds: 60, pause: 19 },
  { belowSeconds: 600, pause: 9 },
  { belowSeconds: Number.POSITIVE_INFINITY, pause: 4 },
];

/** A step that waited for a lock must not delay the next one for minutes. */
const maxPauseMs = 2_000;

const accountsAtOnce = 64;

type Progress = Pick<QueryIndexProgress, 'late' | 'advance'>;

/**
 * Starts to keep the query index up to date, and registers its stop. Several processes may do it at once: each account is
 * locked. It is not a task of the schedule: those run one after the other, and a purge of minutes would keep new records from being
 * found.
 */
export function startQueryIndexing(progress: Progress, lifecycle: Lifecycle, emit: Emit): void {
  const stopping = new AbortController();
  const running = keepUp(progress, emit, stopping.signal);
  lifecycle.onStop('query index', () => {
    stopping.abort();
    return running;
  });
}

/** Never rejects: a failed step is tried again. */
async function keepUp(progress: Progress, emit: Emit, stop: AbortSignal): Promise<void> {
  const seen = new Map<number, number>();
  const round = new RoundLag();
  let after = 0;
  while (!stop.aborted) {
    let isAdvanced = false;
    const startedAt = performance.now();
    let lookMs = 0;
    try {
      const late = await progress.late(after, accountsAtOnce);
      lookMs = performance.now() - startedAt;
      after = late.length < accountsAtOnce ? 0 : (late.at(-1)?.account ?? 0);
      const lag = round.add(late, after === 0);
      emit('query_index_measured', lag);
      const pauseFactor = isWritten(late, seen) ? busyPauseOf(lag.seconds) : idlePause;
      isAdvanced = await advanceAll(progress, late, { pauseFactor, emit, stop });
    } catch (error) {
      if (stop.aborted) return;
      emit('query_index_failed', { error: summarize(error) });
    }
    const pauseMs = Math.max(isAdvanced ? 0 : minPollMs, pollPause * lookMs);
    await pause(pauseMs, stop);
  }
}

interface Steps {
  /** Pause after a step, as a multiple of its time. */
  readonly pauseFactor: number;
  readonly emit: Emit;
  readonly stop: AbortSignal;
}

/**
 * Takes one step for each account, so that neither a large one delays the others, nor one whose step fails. Returns false if none
 * was taken.
 */
async function advanceAll(
  progress: Progress,
  late: readonly LateAccount[],
  { pauseFactor, emit, stop }: Steps,
): Promise<boolean> {
  let isAdvanced = false;
  for (const { account } of late) {
    if (stop.aborted) break;
    const startedAt = performance.now();
    try {
      if (await progress.advance(account)) isAdvanced = true;
    } catch (error) {
      if (stop.aborted) break;
      // A conflict means that another process writes the index of the account, at another node of a cluster.
      if (!errorKindOf(error).isConflict) emit('query_index_failed', { error: summarize(error) });
    }
    await pause(Math.min(maxPauseMs, pauseFactor * (performance.now() - startedAt)), stop);
  }
  return isAdvanced;
}

function busyPauseOf(seconds: number): number {
  return busyPauses.find(({ belowSeconds }) => seconds < belowSeconds)?.pause ?? idlePause;
}

const maxSeen = 10_000;

/** True if an account has changes since it was seen last. Remembers what it sees. */
function isWritten(late: readonly LateAccount[], seen: Map<number, number>): boolean {
  const written = late.some(({ account, last }) => seen.has(account) && seen.get(account) !== last);
  if (seen.size > maxSeen) seen.clear();
  for (const { account, last } of late) seen.set(account, last);
  return written;
}

interface Lag {
  readonly accounts: number;
  readonly changes: number;
  readonly seconds: number;
}

const noLag: Lag = { accounts: 0, changes: 0, seconds: 0 };

/** Adds up looks at some accounts to what the index lacks of all of them. */
class RoundLag {
  #before = noLag;
  #current = noLag;

  /** Returns the lag of the round that ends. While it is incomplete: that of the round before, or its own where that is more. */
  add(late: readonly LateAccount[], isLast: boolean): Lag {
    const { accounts, changes, seconds } = this.#current;
    this.#current = {
      accounts: accounts + late.length,
      changes: changes + sum(late.map((each) => each.changes)),
      seconds: Math.max(seconds, ...late.map((each) => each.seconds)),
    };
    if (!isLast) return greater(this.#before, this.#current);
    this.#before = this.#current;
    this.#current = noLag;
    return this.#before;
  }
}

function greater(one: Lag, other: Lag): Lag {
  return {
    accounts: Math.max(one.accounts, other.accounts),
    changes: Math.max(one.changes, other.changes),
    seconds: Math.max(one.seconds, other.seconds),
  };
}
