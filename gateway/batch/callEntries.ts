import type { Reply } from '../../shared/envelope.ts';
import type { HttpRefusal } from '../../shared/httpRefusals.ts';
import type { Caller } from '../calls/callClient.ts';
import type { WantedCall } from '../calls/callRequest.ts';
import { isGivenUp } from '../calls/pending.ts';
import { type Idempotency, idempotencyAt } from '../http/idempotency.ts';
import { type CallAll, callWithinBudget } from './answerBudget.ts';
import { checkKey, reused } from './checkKey.ts';

/** Whose calls they are, and the key of their batch, if it has one. */
interface Calling {
  readonly caller: Caller;
  readonly account: number;
  readonly idempotency: Idempotency;
}

type Read = readonly (WantedCall | Reply)[];

/**
 * Makes the calls of the entries that could be read; resolves to a reply to each, in their order, or to why nothing was done.
 * The key of the whole batch is checked before: of the entries with a key by their place, the first one carries it and goes
 * ahead; where there is none, the key is asked for by itself.
 */
export async function callEntries(
  read: Read,
  { caller, account, idempotency }: Calling,
): Promise<readonly Reply[] | HttpRefusal> {
  const calls = read.filter((entry) => 'contract' in entry);
  if (!caller.hasRoomForAll(account, calls)) return 'unavailable';
  const ahead = read.findIndex((entry, at) => 'contract' in entry && isKeyedByPlace(entry, at, idempotency));
  if (ahead === -1) {
    const problem = await checkKey(calls, { caller, account, idempotency });
    return problem ?? callWithinBudget(calls, untilDeadline(caller, account));
  }

  const first = read[ahead] as WantedCall;
  const [reply] = (await caller.callAll(account, [{ ...first, ...idempotency }])) as [Reply];
  if (reply.code === reused) return reused;
  if (isGivenUp(reply)) return calls.map(() => reply);
  const place = calls.indexOf(first);
  const open = calls.toSpliced(place, 1);
  const others = await callWithinBudget(open, untilDeadline(caller, account), reply);
  return others.toSpliced(place, 0, reply);
}

/** Reads that are asked for again have no longer than what is left of the first deadline. */
function untilDeadline(caller: Caller, account: number): CallAll {
  const end = performance.now() + caller.deadlineMs;
  return async (calls) => {
    const left = Math.ceil(end - performance.now());
    return left > 0 ? caller.callAll(account, calls, left) : calls.map(() => unanswered);
  };
}

const unanswered: Reply = { code: 'outcome_unknown', envelope: '' };

function isKeyedByPlace({ key }: WantedCall, at: number, idempotency: Idempotency): boolean {
  return key !== undefined && key === idempotencyAt(at, idempotency).key;
}
