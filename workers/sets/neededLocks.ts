import type { Call } from '../../shared/calls/call.ts';
import { sequenceLock } from '../stores/locks.ts';
import type { Implementation } from './implementation.ts';

/**
 * The locks that a call needs, in the order in which it locks them. While workers of version 0.1.0 run, which take no
 * claims, validating calls need the number sequence too.
 */
export function neededLocks(
  call: Call,
  { locks: recordOf, isNumbered, isValidating }: Implementation,
  isBesideEarlier = false,
): readonly string[] {
  const record = recordOf ? [recordOf(call as Call<never>)] : [];
  const input = call.input as never;
  const needsSequence = isNumbered?.(input) || (isBesideEarlier && isValidating?.(input));
  return needsSequence ? [...record, sequenceLock(call.account)] : record;
}
