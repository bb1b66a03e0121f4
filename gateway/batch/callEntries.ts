import type { Reply } from '../../shared/calls/envelope.ts';
import type { HttpRefusal } from '../../shared/httpRefusals.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { CallRequest } from '../calls/callRequest.ts';
import { isGivenUp } from '../calls/pending.ts';
import { type Idempotency, idempotencyAt } from '../http/idempotency.ts';
import { type CallAll, callWithinBudget } from './answerBudget.ts';
import { checkKey, reused } from './checkKey.ts';

/** Whose calls they are, and the key of their batch, if it has one. */
interface Calling {
  readonly callClient: CallClient;
  readonly account: number;
  readonly idempotency: Idempotency;
}

type Read = readonly (CallRequest | Reply)[];

/**
 * Makes the calls of the entries that could be read; resolves to a reply to each, in their order, or to why nothing was done.
 * The key of the whole batch is checked before: of the entries with a key by their place, the first one carries it and goes
 * ahead; where there is none, the key is asked for by itself.
 */
export async function callEntries(
  read: Read,
  { callClient, account, idempotency }: Calling,
): Promise<readonly Reply[] | HttpRefusal> {
  const calls = read.filter((entry) => 'contract' in entry);
  if (!callClient.hasRoomForAll(account, calls)) return 'unavailable';
  const ahead = read.findIndex((entry, at) => 'contract' in entry && isKeyedByPlace(entry, at, idempotency));
  if (ahead === -1) {
    const problem = await checkKey(calls, { callClient, account, idempotency });
    return problem ?? callWithinBudget(calls, untilDeadline(callClient, account));
  }

  const first = read[ahead] as CallRequest;
  const [reply] = (await callClient.callAll(account, [{ ...first, ...idempotency }])) as [Reply];
  if (reply.code === reused) return reused;
  if (isGivenUp(reply)) return calls.map(() => reply);
  const place = calls.indexOf(first);
  const open = calls.toSpliced(place, 1);
  const others = await callWithinBudget(open, untilDeadline(callClient, account), reply);
  return others.toSpliced(place, 0, reply);
}

/** Reads that are asked for again have no longer than what is left of the first deadline. */
function untilDeadline(callClient: CallClient, account: number): CallAll {
  const end = performance.now() + callClient.deadlineMs;
  return async (calls) => {
    const left = Math.ceil(end - performance.now());
    return left > 0 ? callClient.callAll(account, calls, left) : calls.map(() => unanswered);
  };
}

const unanswered: Reply = { code: 'outcome_unknown', envelope: '' };

function isKeyedByPlace({ key }: CallRequest, at: number, idempotency: Idempotency): boolean {
  return key !== undefined && key === idempotencyAt(at, idempotency).key;
}
