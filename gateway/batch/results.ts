import { batchRun } from '../../shared/calls/batch.ts';
import { type Reply, writeEnvelope } from '../../shared/calls/envelope.ts';
import { isHttpRefusal } from '../../shared/httpRefusals.ts';
import type { CallRequest } from '../calls/callRequest.ts';
import { isGivenUp } from '../calls/pending.ts';
import { httpRefusalEnvelope } from '../http/refusals.ts';

/** A reply to each entry, with an envelope: its refusal, or the reply to its call. */
export function resultsOf(
  read: readonly (CallRequest | Reply)[],
  replies: readonly Reply[],
): readonly Reply[] {
  const left = replies.values();
  return read.map((entry) =>
    'contract' in entry ? withEnvelope(left.next().value as Reply, entry.contract.name) : entry,
  );
}

/** What of single calls is told by the status alone. */
function withEnvelope(reply: Reply, method: string): Reply {
  const { code, envelope } = reply;
  return envelope === '' && isHttpRefusal(code)
    ? { code, envelope: httpRefusalEnvelope(method, code) }
    : reply;
}

/** What to answer the request when none of its calls was answered; nothing when some were, or none was made. */
export function missingAnswers(replies: readonly Reply[]): 'unavailable' | 'outcome_unknown' | undefined {
  if (replies.length === 0 || !replies.every(isGivenUp)) return undefined;
  return replies.every(({ code }) => code === 'unavailable') ? 'unavailable' : 'outcome_unknown';
}

const { name: method, success: message } = batchRun;
const [opening = '', closing = ''] = writeEnvelope({
  ...{ response: true, data: { results: [] }, method, message },
}).split('[]}');

/** Characters of the answer that are written at a time. */
const pieceLength = 65_536;

/** The answer to a batch, as text in pieces: joined, it would be copied once more for each step on its way. */
export interface BatchAnswer {
  /** Of all pieces together. */
  readonly bytes: number;
  readonly pieces: Iterable<string>;
}

/** The results' envelopes are text, and stay it. */
export function batchAnswer(results: readonly Reply[]): BatchAnswer {
  const codes = JSON.stringify(results.map(({ code }) => code));
  const before = `${opening}[`;
  const after = `],"codes":${codes}}${closing}`;
  const envelopes = results.reduce((sum, { envelope }) => sum + Buffer.byteLength(envelope), 0);
  const commas = Math.max(results.length - 1, 0);
  const bytes = Buffer.byteLength(before) + envelopes + commas + Buffer.byteLength(after);
  return { bytes, pieces: piecesOf(before, results, after) };
}

function* piecesOf(before: string, results: readonly Reply[], after: string): Iterable<string> {
  let piece = before;
  for (const [at, { envelope }] of results.entries()) {
    piece += at === 0 ? envelope : `,${envelope}`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece + after;
}
