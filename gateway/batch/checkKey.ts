import { accountClaim } from '../../shared/contract/operations/account.claim.ts';
import { accountClaimed } from '../../shared/contract/operations/account.claimed.ts';
import type { Idempotency } from '../../shared/wire/call.ts';
import type { Unanswered } from '../../shared/wire/envelope.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { CallRequest } from '../calls/callQueue.ts';

export const reused: Unanswered = { kind: 'unanswered', code: 'idempotency_key_reused' };

interface Asking {
  readonly callClient: CallClient;
  readonly account: number;
  readonly idempotency: Idempotency;
}

/**
 * Checks the key of a batch if no entry can carry it. Resolves to the reason why the batch cannot be run, or to undefined. The
 * key is remembered only if the batch has a write: reads alone, and refused entries, may be corrected and sent again under the
 * same key, like a single request.
 */
export async function checkKey(
  calls: readonly CallRequest[],
  { callClient, account, idempotency }: Asking,
): Promise<Unanswered | undefined> {
  if (idempotency.key === undefined) return undefined;
  const reply = calls.some(({ contract }) => contract.kind === 'writes')
    ? await callClient.call(account, { contract: accountClaim, input: {}, idempotency })
    : await callClient.call(account, { contract: accountClaimed, input: { ...idempotency } });
  if (reply.code === 'key_used') return reused;
  return reply.kind === 'unanswered' ? reply : undefined;
}
