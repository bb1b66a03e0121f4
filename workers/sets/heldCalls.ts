import type { Call } from '../../shared/calls/call.ts';
import { newId } from '../../shared/values/idents.ts';
import { sequenceLock } from '../stores/locks.ts';
import type { Implementation } from './implementation.ts';

const unknownPrefix = 'unknown ';
const slowPrefix = 'slow ';

/** Which of these locks a call needs; beside workers that take no claims, validating calls need more. */
export function heldBy(
  locks: ReadonlySet<string>,
  call: Call,
  { locks: recordOf, isNumbered, isValidating }: Implementation,
  isBesideEarlier: boolean,
): string | undefined {
  const record = recordOf?.(call as Call<never>);
  if (record !== undefined && locks.has(record)) return record;
  const sequence = sequenceLock(call.account);
  const input = call.input as never;
  const locksSequence = isNumbered?.(input) || (isBesideEarlier && isValidating?.(input));
  return locksSequence && locks.has(sequence) ? sequence : undefined;
}

/** Stands for a lock that nobody can name: of a row that no call asks for itself. */
export function unknownLock(): string {
  return `${unknownPrefix}${newId()}`;
}

/** Stands for the reading of a whole account, which is done for one call at a time. */
export function slowLock(account: number): string {
  return `${slowPrefix}${account}`;
}

/** How many calls may run together while they wait for a lock. */
export function maxTogether(lock: string): number {
  return lock.startsWith(slowPrefix) ? 1 : 256;
}
