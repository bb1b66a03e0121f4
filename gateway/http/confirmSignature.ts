import type { OpenSignature } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import { type RefusalParts, refuseUnsigned } from './refuseUnsigned.ts';

/** Headers of the request and its connection, not of the answer. */
const kept: ReadonlySet<string> = new Set(['x-request-id', 'connection']);

/** Holds back the answer to a read until its signature is known to be good, and drops it otherwise. */
export async function confirmSignature(
  exchange: Exchange,
  { appId, verdict, startedAt }: OpenSignature,
  parts: RefusalParts,
): Promise<void> {
  const known = await verdict;
  if (known === 'signed') return;
  const { ctx } = exchange;
  for (const header of ctx.res.getHeaderNames()) if (!kept.has(header)) ctx.remove(header);
  await refuseUnsigned(exchange, { appId, verdict: known, startedAt, hadLookup: true }, parts);
}
