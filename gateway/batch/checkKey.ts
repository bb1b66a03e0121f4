import { internalError } from '../../shared/envelope.ts';
import { type HttpRefusal, isHttpRefusal } from '../../shared/httpRefusals.ts';
import { accountClaim } from '../../shared/operations/account.claim.ts';
import { accountClaimed } from '../../shared/operations/account.claimed.ts';
import type { Caller } from '../calls/callClient.ts';
import type { WantedCall } from '../calls/callRequest.ts';
import type { Idempotency } from '../http/idempotency.ts';

/** The key of the batch was used for another request, and nothing was done. */
export const reused = 'idempotency_key_reused';

interface Asking {
  readonly caller: Caller;
  readonly account: number;
  readonly idempotency: Idempotency;
}

/**
 * Checks the key of a batch none of whose entries can carry it: why the batch can't be run, or nothing. With a write in it,
 * the key is remembered. Without one it is not: reads alone, and entries that were refused, may come corrected under the
 * same key, as such a single request may.
 */
export async function checkKey(
  calls: readonly WantedCall[],
  { caller, account, idempotency }: Asking,
): Promise<HttpRefusal | undefined> {
  if (idempotency.key === undefined) return undefined;
  const reply = calls.some(({ contract }) => contract.kind === 'writes')
    ? await caller.call(accountClaim, account, {}, idempotency)
    : await caller.call(accountClaimed, account, { ...idempotency });
  if (reply.code === 'key_used') return reused;
  // Workers of version 0.1.0 can't look: the batch runs as in that version, where such keys were not checked.
  if (reply.code === internalError.code && caller.earlierWorkers.arePresent) return undefined;
  return isHttpRefusal(reply.code) ? reply.code : undefined;
}
