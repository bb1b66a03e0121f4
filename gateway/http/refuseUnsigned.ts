import type { Context } from 'koa';
import type { Emit } from '../../shared/process/log.ts';
import type { Apps } from '../apps/apps.ts';
import type { RefusalDelay } from '../apps/refusalDelay.ts';
import { refuse } from './refusals.ts';
import type { Verdict } from './signatureV2.ts';
import type { RequestState } from './state.ts';

export interface RefusalParts {
  readonly apps: Apps;
  readonly refusalDelay: RefusalDelay;
  readonly emit: Emit;
}

/** A request that was not let through. */
interface Refused {
  /** As claimed; empty when the header is malformed. */
  readonly appId: string;
  readonly verdict: Verdict;
  /** When its check began, by the monotonic clock. */
  readonly startedAt: number;
  /** Whether somebody was asked, for the app or for a nonce, which takes about as long. */
  readonly hadLookup: boolean;
}

/** Clients are told the same of every fault, after the same time; only the log has the reason. */
export async function refuseUnsigned(
  ctx: Context,
  { appId, verdict, startedAt, hadLookup }: Refused,
  { apps, refusalDelay, emit }: RefusalParts,
): Promise<void> {
  const saysWhetherKnown = verdict === 'unknown_app' || verdict === 'bad_signature';
  const isUnavailable = verdict === 'unavailable' || (saysWhetherKnown && !apps.canTell(appId));
  if (verdict !== 'unavailable' && verdict !== 'signed') {
    const { requestId = '' }: RequestState = ctx.state;
    emit('signature_refused', { requestId, app: appId, reason: verdict });
  }
  await refusalDelay.wait(startedAt, hadLookup);
  refuse(ctx, isUnavailable ? 'unavailable' : 'authentication_failed');
}
