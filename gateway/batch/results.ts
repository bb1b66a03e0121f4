import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { type Answer, type Refused, type Unanswered, writeEnvelope } from '../../shared/wire/envelope.ts';
import type { CallRequest } from '../calls/callQueue.ts';
import { isGivenUp, outcomeUnknown } from '../calls/pendingCalls.ts';
import { httpRejection } from '../requests/refusalReplies.ts';

export function resultsOf(
  read: readonly (CallRequest | Refused)[],
  replies: readonly (Answer | Unanswered)[],
): readonly Answer[] {
  const left = replies.values();
  return read.map((entry) =>
    'contract' in entry ? answerOf(left.next().value as Answer | Unanswered, entry.contract.name) : entry,
  );
}

/** An unanswered single call has a status of its own; an entry has an envelope instead. */
function answerOf(reply: Answer | Unanswered, method: string): Answer {
  return reply.kind === 'unanswered' ? httpRejection(method, reply.code) : reply;
}

/** Refusal of a request none of whose calls was answered; undefined if some were, or if none was made. */
export function missingAnswers(replies: readonly (Answer | Unanswered)[]): Unanswered | undefined {
  if (replies.length === 0 || !replies.every(isGivenUp)) return undefined;
  const unknown = replies.some(({ code }) => code === outcomeUnknown.code);
  return unknown ? outcomeUnknown : (replies[0] as Unanswered);
}

const { name: method, success: message } = batchRun;
const [opening = '', closing = ''] = writeEnvelope({
  response: true,
  data: { results: [] },
  method,
  message,
}).split('[]}');

const pieceLength = 65_536;

/** Answer to a batch as text in pieces: joined, it would be copied once more at each step. */
export interface BatchAnswer {
  readonly bytes: number;
  readonly pieces: Iterable<string>;
}

/** Envelopes are inserted as text and never parsed. */
export function batchAnswer(results: readonly Answer[]): BatchAnswer {
  const codes = JSON.stringify(results.map(({ code }) => code));
  const before = `${opening}[`;
  const after = `],"codes":${codes}}${closing}`;
  const envelopes = results.reduce((sum, { envelope }) => sum + Buffer.byteLength(envelope), 0);
  const commas = Math.max(results.length - 1, 0);
  const bytes = Buffer.byteLength(before) + envelopes + commas + Buffer.byteLength(after);
  return { bytes, pieces: piecesOf(before, results, after) };
}

function* piecesOf(before: string, results: readonly Answer[], after: string): Iterable<string> {
  let piece = before;
  for (const [index, { envelope }] of results.entries()) {
    piece += index === 0 ? envelope : `,${envelope}`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece + after;
}
