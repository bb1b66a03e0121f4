import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { answerTooLarge, batchCodes } from '../../shared/contract/refusals.ts';
import { sum } from '../../shared/contract/values/arithmetic.ts';
import { type Answer, type Reply, refusal, type Unanswered } from '../../shared/wire/envelope.ts';
import type { CallRequest } from '../calls/callRequest.ts';
import { maxAnswerBytes } from '../calls/laneRoom.ts';

/** Bytes that every entry may take: a result beside its answer, or a refusal instead of it. */
const refusalBytes = 256;

/** Factor by which an answer may exceed the size that a worker replied without reading it. */
const margin = 1.125;

/** Maximum repetitions of reads, each with the exact size of those that were larger than expected. */
const maxRounds = 6;

export type CallAll = (calls: readonly CallRequest[]) => Promise<readonly Reply[]>;

/**
 * Makes the calls of a batch so that all answers together have at most 16 MiB, and never more are on their way. Reads carry the
 * maximum size of their answers: at first an equal share each. Only the size of a larger answer is replied. These reads are
 * repeated with the remaining room, in their order. A read is refused if no room remains; writes always answer. The `earlier`
 * replies belong to the same answer.
 */
export async function callWithinBudget(
  calls: readonly CallRequest[],
  callAll: CallAll,
  ...earlier: readonly Reply[]
): Promise<readonly (Answer | Unanswered)[]> {
  const room = batchRun.maxAnswerBytes - refusalBytes * calls.length - bytesOf(earlier);
  const share = firstShare(calls, room);
  const replies = [...(await callAll(calls.map((call) => limited(call, share))))];
  for (let round = 1; round < maxRounds; round += 1) {
    const chosen = affordable(replies, room);
    if (chosen.size === 0) break;
    const repeated = [...chosen].map(([index, bytes]) => limited(calls[index] as CallRequest, bytes));
    const answers = (await callAll(repeated)).values();
    for (const index of chosen.keys()) replies[index] = answers.next().value as Reply;
  }
  return replies.map((reply, index) =>
    reply.kind === 'tooLarge' ? refusalOf(calls[index] as CallRequest) : reply,
  );
}

/** First limit of each read. A write answers about what was sent, or twice as much if all of it needs escapes. */
function firstShare(calls: readonly CallRequest[], room: number): number {
  const reads = calls.filter(isRead).length;
  const writes = 2 * sum(calls.filter((call) => !isRead(call)).map(({ bytes = 0 }) => bytes));
  return Math.floor(Math.max(room - writes, 0) / Math.max(reads, 1));
}

/** Maximum bytes of each read that was too large and now fits, by index. */
function affordable(replies: readonly Reply[], room: number): ReadonlyMap<number, number> {
  let left = room - bytesOf(replies);
  const chosen = new Map<number, number>();
  for (const [index, reply] of replies.entries()) {
    if (reply.kind !== 'tooLarge') continue;
    const bytes = Math.min(Math.ceil(reply.bytes * margin) + refusalBytes, maxAnswerBytes);
    if (bytes > left) continue;
    chosen.set(index, bytes);
    left -= bytes;
  }
  const spare = Math.floor(left / Math.max(chosen.size, 1));
  return new Map([...chosen].map(([index, bytes]) => [index, bytes + spare]));
}

function bytesOf(replies: readonly Reply[]): number {
  return sum(replies.map((reply) => ('envelope' in reply ? Buffer.byteLength(reply.envelope) : 0)));
}

function limited(call: CallRequest, bytes: number): CallRequest {
  return isRead(call) ? { ...call, maxAnswerBytes: Math.min(bytes, maxAnswerBytes) } : call;
}

function isRead({ contract }: CallRequest): boolean {
  return contract.kind === 'reads';
}

function refusalOf({ contract }: CallRequest): Answer {
  return refusal(contract.name, answerTooLarge, batchCodes[answerTooLarge].message);
}
