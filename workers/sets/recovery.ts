import { isBrokenConnection, isTransient, kindOf } from '../../shared/runtime/databaseErrors.ts';

/** Duplicates that remain after so many attempts do not come from a race. */
const maxDuplicates = 5;

/** Runs a set again after an error: as a whole, in halves, or in parts that wait as for a lock. */
type Recovery = 'retry' | 'halve' | 'waitInParts';

interface Failed {
  readonly calls: number;
  readonly tries: number;
  /** True if all its calls are of one account, and run apart from others. */
  readonly isApart: boolean;
}

/** Chooses the recovery of a set. A single call can't be halved, and fails. */
export function recoveryFrom(error: unknown, { calls, tries, isApart }: Failed): Recovery {
  // A set that breaks its connection again may be more than the server takes at once.
  if (isBrokenConnection(error) && tries > 1 && calls > 1) return 'halve';
  // Only the call itself can be the reason.
  if (isApart && calls === 1 && tries > 1 && kindOf(error).endedByServer) return 'halve';
  if (mayBeOneCall(error, tries)) return 'waitInParts';
  if (isTransient(error) || (isDuplicate(error) && tries <= maxDuplicates)) return 'retry';
  return 'halve';
}

/** True if one call may be the cause after so many tries, so that the set should be divided. */
export function mayBeOneCall(error: unknown, tries: number): boolean {
  return tries >= (kindOf(error).slowAfter ?? Number.POSITIVE_INFINITY);
}

/** Another delivery or worker was faster; the next try sees the row that it wrote. */
function isDuplicate(error: unknown): boolean {
  return kindOf(error).reason === 'duplicate';
}
