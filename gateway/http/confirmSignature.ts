import type { Context } from 'koa';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';
import type { RequestState } from './state.ts';

/** Holds the answer to a read back until its signature is known to be good, and throws it away otherwise. */
export const confirmSignature =
  (parts: RefusalParts) =>
  async (ctx: Context): Promise<void> => {
    const { openVerdict, signer }: RequestState = ctx.state;
    if (!openVerdict) return;
    const verdict = await openVerdict;
    if (verdict === 'signed') return;
    for (const header of ctx.res.getHeaderNames()) if (header !== 'x-request-id') ctx.remove(header);
    const refused = { appId: signer?.appId ?? '', verdict, begun: performance.now(), hadLookup: false };
    return refuseUnsigned(ctx, refused, parts);
  };
