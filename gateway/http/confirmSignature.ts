import type { Context } from 'koa';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';
import type { RequestState } from './state.ts';

/** Headers that belong to the request and its connection, not to the answer. */
const kept: ReadonlySet<string> = new Set(['x-request-id', 'connection']);

/** Holds the answer to a read back until its signature is known to be good, and throws it away otherwise. */
export const confirmSignature =
  (parts: RefusalParts) =>
  async (ctx: Context): Promise<void> => {
    const { openSignature, signer }: RequestState = ctx.state;
    if (!openSignature) return;
    const verdict = await openSignature.verdict;
    if (verdict === 'signed') return;
    for (const header of ctx.res.getHeaderNames()) if (!kept.has(header)) ctx.remove(header);
    const { startedAt } = openSignature;
    return refuseUnsigned(ctx, { appId: signer?.appId ?? '', verdict, startedAt, hadLookup: true }, parts);
  };
