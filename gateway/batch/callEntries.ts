import type { Reply } from '../../shared/envelope.ts';
import type { Caller } from '../calls/caller.ts';
import { isGivenUp } from '../calls/pending.ts';
import { overloaded, type WantedCall } from '../calls/wantedCall.ts';
import { type Idempotency, idempotencyAt } from '../http/idempotency.ts';

/** Whose calls they are, and the key of their batch, if it has one. */
interface Calling {
  readonly caller: Caller;
  readonly account: number;
  readonly idempotency: Idempotency;
}

/** The key of the batch was used for another request, and nothing was done. */
const reused = 'idempotency_key_reused';

type Read = readonly (WantedCall | Reply)[];

/**
 * Makes the calls of the entries that could be read; resolves to a reply to each, in their order. Of those with a key by their
 * place, the first one carries the key of the whole batch instead, and goes ahead: so a key that was used for another request
 * is found before anything is done (contract.md, 409).
 */
export async function callEntries(
  read: Read,
  { caller, account, idempotency }: Calling,
): Promise<readonly Reply[] | typeof reused> {
  const calls = read.filter((entry) => 'contract' in entry);
  const ahead = read.findIndex((entry, at) => 'contract' in entry && isKeyedByPlace(entry, at, idempotency));
  if (ahead === -1) return caller.callAll(account, calls);
  if (!caller.hasRoomForAll(account, calls)) return calls.map(() => overloaded);

  const first = read[ahead] as WantedCall;
  const [reply] = (await caller.callAll(account, [{ ...first, ...idempotency }])) as [Reply];
  if (reply.code === reused) return reused;
  if (isGivenUp(reply)) return calls.map(() => reply);
  const place = calls.indexOf(first);
  const others = await caller.callAll(account, calls.toSpliced(place, 1));
  return others.toSpliced(place, 0, reply);
}

function isKeyedByPlace({ key }: WantedCall, at: number, idempotency: Idempotency): boolean {
  return key !== undefined && key === idempotencyAt(at, idempotency).key;
}
