import { setTimeout as delay } from 'node:timers/promises';
import {
  type ErrorReason,
  errorKindOf,
  isBrokenConnection,
  isTransient,
} from '../../shared/runtime/databaseErrors.ts';
import { backoffMs } from '../../shared/runtime/process/backoff.ts';

/*
 * Failures, and how calls run again after each, with the number of parts into which their set is divided:
 *
 * | failure                                                        | the calls run again                           |
 * | -------------------------------------------------------------- | --------------------------------------------- |
 * | passing error (first deadlock, full disk, lost connection)     | as one set, after a backoff                   |
 * | duplicate: another delivery or worker was faster               | as one set, at most `maxDuplicates` times     |
 * | connection lost again; any other error                         | in halves, until the failing call is alone    |
 * | lock time-out; second deadlock, or second slow statement       | in eighths; each waits as for its own lock    |
 * | second slow statement of a single call that waits apart        | not again: the call fails                     |
 * | the deadline of an atomic batch passes                         | not again: the call expires                   |
 * | death of the worker (`jobs/poisonIsolation.ts`)                | in quarters; after another death, one by one  |
 */
export const halves = 2;
/** Halving would take too many rounds: each may last a lock time-out. */
export const lockParts = 8;
export const poisonParts = 4;

const retryBackoff = { firstMs: 10, maxMs: 250 };

/** Waits after a failed attempt: 1 is the first. Each pause differs, so that colliding sets do not collide again. */
export function pauseAfter(attempt: number): Promise<void> {
  return delay(backoffMs(attempt, retryBackoff));
}

/** So many duplicates of one set do not come from a race. */
const maxDuplicates = 5;

/** Failed attempts of a set by their reason: an outage must not use up the attempts that a race has. */
export type Failures = Readonly<Partial<Record<ErrorReason, number>>>;

export const noFailures: Failures = {};

export function withFailure(failures: Failures, error: unknown): Failures {
  const { reason } = errorKindOf(error);
  return { ...failures, [reason]: (failures[reason] ?? 0) + 1 };
}

type Recovery = 'retry' | 'halve' | 'waitInParts';

interface FailedSet {
  readonly calls: number;
  /** Counts from 1. */
  readonly attempt: number;
  /** The last one is counted. */
  readonly failures: Failures;
  /** True if all its calls are of one account, and run apart from others. */
  readonly isOfOneAccount: boolean;
}

/** The deadline of a call passed while it ran: nobody waits for its answer any more. */
export class DeadlinePassed extends Error {}

/** Chooses the recovery of a set. A single call can't be halved, and fails. */
export function recoveryFrom(
  error: unknown,
  { calls, attempt, failures, isOfOneAccount }: FailedSet,
): Recovery {
  const { reason, endedByServer } = errorKindOf(error);
  const { [reason]: same = 1 } = failures;
  // A set that breaks its connection again may be more than the server takes at once.
  if (isBrokenConnection(error) && attempt > 1 && calls > 1) return 'halve';
  // The call itself is the reason.
  if (isOfOneAccount && calls === 1 && same > 1 && endedByServer) return 'halve';
  if (mayBeOneCall(error, same)) return 'waitInParts';
  // Another delivery or worker was faster; the next attempt sees the row that it wrote.
  if (isTransient(error) || (reason === 'duplicate' && same <= maxDuplicates)) return 'retry';
  return 'halve';
}

/** True if one call may be the cause after so many such errors, so that the set should be divided. */
export function mayBeOneCall(error: unknown, errors: number): boolean {
  return errors >= (errorKindOf(error).slowAfter ?? Number.POSITIVE_INFINITY);
}

/** Divides a list into at most so many parts of equal size; the last one may be smaller. */
export function split<T>(items: readonly T[], parts: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / parts);
  const divided: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += size) divided.push(items.slice(from, from + size));
  return divided;
}
