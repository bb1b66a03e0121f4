import type { Call } from '../../shared/wire/call.ts';
import { sequenceLock } from '../stores/locks.ts';
import type { Implementation } from './implementation.ts';

/** Returns the locks of a call in the order in which it takes them. */
export function neededLocks(call: Call, { locks: recordOf, isNumbered }: Implementation): readonly string[] {
  const record = recordOf ? [recordOf(call as Call<never>)] : [];
  return isNumbered?.(call.input as never) ? [...record, sequenceLock(call.account)] : record;
}
