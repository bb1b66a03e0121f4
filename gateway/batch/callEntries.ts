import { accountClaim } from '../../shared/contract/operations/account.claim.ts';
import { accountClaimed } from '../../shared/contract/operations/account.claimed.ts';
import type { Idempotency } from '../../shared/wire/call.ts';
import { type Answer, keyReused, type Refused, type Unanswered } from '../../shared/wire/envelope.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { CallRequest } from '../calls/callRequest.ts';
import { isGivenUp, outcomeUnknown } from '../calls/pendingCalls.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { idempotencyAt } from '../requests/idempotency.ts';
import { httpRejection } from '../requests/refusalReplies.ts';
import { type CallAll, callWithinBudget } from './answerBudget.ts';

interface BatchCallOptions {
  readonly callClient: CallClient;
  readonly account: number;
  readonly idempotency: Idempotency;
}

type ReadEntries = readonly (CallRequest | Refused)[];

/**
 * Makes the calls of the readable entries. Resolves to one reply per call, in their order, or to the reason why nothing was
 * done. The key of the whole batch is checked first: the first entry without a key of its own carries it and is called before
 * the others. If there is no such entry, the key is checked by itself.
 */
export async function callEntries(
  read: ReadEntries,
  { callClient, account, idempotency }: BatchCallOptions,
): Promise<readonly (Answer | Unanswered)[] | Unanswered> {
  const calls = read.filter((entry) => 'contract' in entry);
  const release = callClient.acquireAll(account, calls);
  if (release instanceof Unavailable) return release;
  return callInOrder(read, calls, { callClient, account, idempotency }).finally(release);
}

async function callInOrder(
  read: ReadEntries,
  calls: readonly CallRequest[],
  { callClient, account, idempotency }: BatchCallOptions,
): Promise<readonly (Answer | Unanswered)[] | Unanswered> {
  const callAll = untilDeadline(callClient, account);
  const ahead = read.findIndex(
    (entry, index) => 'contract' in entry && isKeyedByIndex(entry, index, idempotency),
  );
  if (ahead === -1) {
    const problem = await checkKey(calls, { callClient, account, idempotency });
    return problem ?? callWithinBudget(calls, callAll);
  }

  const first = read[ahead] as CallRequest;
  const [reply] = (await callAll([{ ...first, idempotency }])) as [Answer | Unanswered];
  if (reply.code === keyReused.code) return keyReused;
  if (isGivenUp(reply)) return calls.map(() => reply);
  const index = calls.indexOf(first);
  const open = calls.toSpliced(index, 1);
  const others = await callWithinBudget(open, callAll, reply);
  return others.toSpliced(index, 0, reply);
}

/**
 * Checks the key of a batch if no entry can carry it. Resolves to the reason why the batch can't be run, or to undefined. The
 * key is remembered only if the batch has a write: reads alone, and refused entries, may be corrected and sent again under the
 * same key, like a single request.
 */
async function checkKey(
  calls: readonly CallRequest[],
  { callClient, account, idempotency }: BatchCallOptions,
): Promise<Unanswered | undefined> {
  if (idempotency.key === undefined) return undefined;
  const reply = calls.some(({ contract }) => contract.kind === 'writes')
    ? await callClient.call(account, { contract: accountClaim, input: {}, idempotency })
    : await callClient.call(account, { contract: accountClaimed, input: { ...idempotency } });
  if (reply.code === 'key_used') return keyReused;
  return reply.kind === 'unanswered' ? reply : undefined;
}

/** All calls of a batch have one deadline: those after the first one, and repeated reads, have the rest of it. */
function untilDeadline(callClient: CallClient, account: number): CallAll {
  const end = performance.now() + callClient.deadlineMs;
  return async (calls) => {
    const left = Math.ceil(end - performance.now());
    return left > 0 ? callClient.callAll(account, calls, left) : calls.map(() => outcomeUnknown);
  };
}

function isKeyedByIndex({ idempotency: own }: CallRequest, index: number, whole: Idempotency): boolean {
  return own?.key !== undefined && own.key === idempotencyAt(index, whole).key;
}

/** Answers to all entries, in the order sent. */
export function resultsOf(read: ReadEntries, replies: readonly (Answer | Unanswered)[]): readonly Answer[] {
  const left = replies.values();
  return read.map((entry) =>
    'contract' in entry ? answerOf(left.next().value as Answer | Unanswered, entry.contract.name) : entry,
  );
}

/** An unanswered single call has a status of its own; an entry has an envelope instead. */
function answerOf(reply: Answer | Unanswered, method: string): Answer {
  return reply.kind === 'unanswered' ? httpRejection(method, reply.code) : reply;
}

/** Returns why a request is unanswered if none of its calls was answered; undefined if some were, or if it made none. */
export function missingAnswers(replies: readonly (Answer | Unanswered)[]): Unanswered | undefined {
  if (replies.length === 0 || !replies.every(isGivenUp)) return undefined;
  const unknown = replies.some(({ code }) => code === outcomeUnknown.code);
  return unknown ? outcomeUnknown : (replies[0] as Unanswered);
}
