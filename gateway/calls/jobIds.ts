import { newId } from '../../shared/values/idents.ts';
import type { PendingCall } from './pending.ts';

/** The id of a new job. It ends in the last deadline of its calls, so that Redis can tell whether anybody waits for it. */
export function newJobId(calls: readonly PendingCall[]): string {
  return `${newId()}-${Math.max(...calls.map(({ call }) => call.deadline))}`;
}
