import type { Call } from '../../shared/calls/call.ts';
import type { Reply } from '../../shared/calls/envelope.ts';
import { later } from './replyOf.ts';

/** What came of a set so far: each call is settled, held by a lock, or postponed. */
export class Attempt {
  /** `undefined` for calls that nobody waits for any more. */
  readonly settled = new Map<Call, Reply | undefined>();
  /** Calls of which nothing was done, by the lock that somebody else has. */
  readonly held = new Map<string, Call[]>();
  /** Reads that the set had no room for: they come with a later one. */
  readonly postponed: Call[] = [];

  settle(call: Call, reply: Reply | undefined): void {
    if (reply === later) this.postponed.push(call);
    else this.settled.set(call, reply);
  }

  hold(lock: string, calls: readonly Call[]): void {
    const its = this.held.get(lock);
    if (its) its.push(...calls);
    else this.held.set(lock, [...calls]);
  }
}
