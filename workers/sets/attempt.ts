import type { Call } from '../../shared/call.ts';
import type { Reply } from '../../shared/envelope.ts';

/** What came of a set so far: each call is settled, or held by a lock. */
export class Attempt {
  /** `undefined` for calls that nobody waits for any more. */
  readonly settled = new Map<Call, Reply | undefined>();
  /** Calls of which nothing was done, by the lock that somebody else has. */
  readonly held = new Map<string, Call[]>();

  hold(lock: string, calls: readonly Call[]): void {
    const its = this.held.get(lock);
    if (its) its.push(...calls);
    else this.held.set(lock, [...calls]);
  }
}
