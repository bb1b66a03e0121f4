import type { SignatureRejection } from '../../shared/runtime/process/events.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RejectionDelay } from '../apps/rejectionDelay.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';

export type Verdict = 'signed' | Unavailable | SignatureRejection;

export interface RejectionDependencies {
  readonly rejectionDelay: RejectionDelay;
  readonly emit: Emit;
}

interface UnsignedRequest {
  readonly appId: string | undefined;
  readonly verdict: Exclude<Verdict, 'signed'>;
  /** Start of the check, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The app was looked up or a nonce taken, which takes about as long. */
  readonly hadLookup: boolean;
}

/** Answers every fault in the same way, after the same time. Only the log has the reason. */
export async function rejectUnsigned(
  exchange: Exchange,
  { appId, verdict, startedAt, hadLookup }: UnsignedRequest,
  { rejectionDelay, emit }: RejectionDependencies,
): Promise<undefined> {
  if (!(verdict instanceof Unavailable))
    emit('signature_rejected', { requestId: exchange.requestId, app: appId ?? '', reason: verdict });
  await rejectionDelay.wait(startedAt, hadLookup);
  return verdict instanceof Unavailable
    ? exchange.rejectUnanswered(verdict)
    : exchange.reject('authentication_failed');
}
