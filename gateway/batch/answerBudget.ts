import { batchRun } from '../../shared/calls/batch.ts';
import { answerTooLarge, type Reply } from '../../shared/calls/envelope.ts';
import type { CallRequest } from '../calls/callRequest.ts';
import { refusalEnvelope } from '../http/refusals.ts';

/** No answer to a single call has more bytes. */
const maxSingleBytes = 1_048_576;

/** Bytes of a result beside its answer, and of a refusal instead of it: what every entry may take. */
const refusalBytes = 256;

/** How much an answer may exceed the size that a worker told without reading it. */
const margin = 1.125;

/** Asks for reads again, after the first time: each time with the exact size of those that were larger than expected. */
const maxRounds = 6;

/** Makes calls; resolves to a reply to each, in their order. */
export type CallAll = (calls: readonly CallRequest[]) => Promise<readonly Reply[]>;

/**
 * Makes the calls of a batch so that all answers together have at most 16 MiB, and never more of them are on their way.
 * Reads carry how much they may answer: first an equal share each. Those that have more reply their size alone, and are
 * asked for again with what is left, in their order. Where nothing is left, the read is refused; writes always answer.
 * What was `given` before belongs to the same answer.
 */
export async function callWithinBudget(
  calls: readonly CallRequest[],
  callAll: CallAll,
  ...given: readonly Reply[]
): Promise<readonly Reply[]> {
  const room = batchRun.maxAnswerBytes - refusalBytes * calls.length - bytesOf(given);
  const share = firstShare(calls, room);
  const replies = [...(await callAll(calls.map((call) => limited(call, share))))];
  for (let round = 1; round < maxRounds; round += 1) {
    const chosen = affordable(replies, room);
    if (chosen.size === 0) break;
    const asked = [...chosen].map(([at, bytes]) => limited(calls[at] as CallRequest, bytes));
    const answers = await callAll(asked);
    for (const [place, at] of [...chosen.keys()].entries()) replies[at] = answers[place] as Reply;
  }
  return replies.map((reply, at) => (isTooLarge(reply) ? refusalOf(calls[at] as CallRequest) : reply));
}

/** What each read may answer at first: writes answer about what was sent, twice as much when all of it needs escapes. */
function firstShare(calls: readonly CallRequest[], room: number): number {
  const reads = calls.filter(isRead).length;
  const writes = calls.filter((call) => !isRead(call)).reduce((sum, { bytes = 0 }) => sum + 2 * bytes, 0);
  return Math.floor(Math.max(room - writes, 0) / Math.max(reads, 1));
}

/** The reads that were too large and that there is room for, each with the bytes that it may answer, by their place. */
function affordable(replies: readonly Reply[], room: number): ReadonlyMap<number, number> {
  let left = room - bytesOf(replies.filter((reply) => !isTooLarge(reply)));
  const chosen = new Map<number, number>();
  for (const [at, reply] of replies.entries()) {
    const bytes = Math.min(Math.ceil(Number(reply.envelope) * margin) + refusalBytes, maxSingleBytes);
    if (!isTooLarge(reply) || bytes > left) continue;
    chosen.set(at, bytes);
    left -= bytes;
  }
  const spare = Math.floor(left / Math.max(chosen.size, 1));
  return new Map([...chosen].map(([at, bytes]) => [at, bytes + spare]));
}

function bytesOf(replies: readonly Reply[]): number {
  return replies.reduce((sum, { envelope }) => sum + Buffer.byteLength(envelope), 0);
}

function limited(call: CallRequest, bytes: number): CallRequest {
  return isRead(call) ? { ...call, maxAnswerBytes: Math.min(bytes, maxSingleBytes) } : call;
}

function isRead({ contract }: CallRequest): boolean {
  return contract.kind === 'reads';
}

function isTooLarge({ code }: Reply): boolean {
  return code === answerTooLarge;
}

function refusalOf({ contract }: CallRequest): Reply {
  return {
    code: answerTooLarge,
    envelope: refusalEnvelope(contract.name, 'answer too large, read it by itself'),
  };
}
