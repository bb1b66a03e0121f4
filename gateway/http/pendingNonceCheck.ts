import type { Answer, Unanswered } from '../../shared/wire/envelope.ts';
import type { App } from '../apps/app.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';
import { type RejectionDependencies, rejectUnsigned, type Verdict } from './rejectUnsigned.ts';

/** Check of a signature v2 that goes on while its request runs: Redis has not answered for the nonce. */
export interface PendingNonceCheck {
  readonly appId: string;
  readonly verdict: Promise<Verdict>;
  /** Start of the check, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
}

/** A read has no effect, but counts against a rate limit, which a replayed request must not use up. */
export function canRunBeforeNonceCheck({ route }: Exchange, { limits }: App): boolean {
  return route.isRead && limits.length === 0;
}

/** Resolves to the reply, or at once to any other if the signature turns out to be bad: that reply is dropped. */
export function unlessBadlySigned(
  call: Promise<Answer | Unanswered>,
  { verdict }: PendingNonceCheck,
): Promise<Answer | Unanswered> {
  return Promise.race([
    call,
    verdict.then((known) => (known === 'signed' ? call : new Unavailable('nonces'))),
  ]);
}

/** Headers that stay when an answer is dropped: those of the request and its connection. */
const requestHeaders: ReadonlySet<string> = new Set(['x-request-id', 'connection']);

/** Holds back the answer to a read until its signature is known to be good, and drops it otherwise. */
export async function confirmSignature(
  exchange: Exchange,
  { appId, verdict, startedAt }: PendingNonceCheck,
  dependencies: RejectionDependencies,
): Promise<void> {
  const known = await verdict;
  if (known === 'signed') return;
  const { ctx } = exchange;
  for (const header of ctx.res.getHeaderNames()) if (!requestHeaders.has(header)) ctx.remove(header);
  await rejectUnsigned(exchange, { appId, verdict: known, startedAt, hadLookup: true }, dependencies);
}
