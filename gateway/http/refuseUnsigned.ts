import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RefusalDelay } from '../apps/refusalDelay.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';
import type { Verdict } from './signatureV2.ts';

export interface RejectionDependencies {
  readonly refusalDelay: RefusalDelay;
  readonly emit: Emit;
}

interface UnsignedRequest {
  readonly appId: string | undefined;
  readonly verdict: Verdict;
  /** Start of the check, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The app was looked up or a nonce taken, which takes about as long. */
  readonly hadLookup: boolean;
}

/** Answers every fault in the same way, after the same time. Only the log has the reason. */
export async function refuseUnsigned(
  exchange: Exchange,
  { appId, verdict, startedAt, hadLookup }: UnsignedRequest,
  { refusalDelay, emit }: RejectionDependencies,
): Promise<undefined> {
  if (!(verdict instanceof Unavailable) && verdict !== 'signed')
    emit('signature_refused', { requestId: exchange.requestId, app: appId ?? '', reason: verdict });
  await refusalDelay.wait(startedAt, hadLookup);
  return verdict instanceof Unavailable ? exchange.fail(verdict) : exchange.refuse('authentication_failed');
}
