import { batchRun } from '../contract/operations/batch.run.ts';
import { batchCodes } from '../contract/refusals.ts';
import { sum } from '../contract/values/arithmetic.ts';
import {
  type Answer,
  type Done,
  type Envelope,
  failureEnvelope,
  fillIn,
  type Refused,
  refusal,
  writeEnvelope,
} from './envelope.ts';

const { name: method, success: message } = batchRun;
const doneTexts = textsAround(writeEnvelope({ response: true, data: { results: [] }, method, message }));

const pieceLength = 65_536;

/** Answer to a batch as text in pieces: joined, it would be copied once more at each step. */
export interface BatchAnswer {
  readonly bytes: number;
  readonly pieces: Iterable<string>;
}

/** Envelopes are inserted as text and never parsed. */
export function batchAnswer(results: readonly Answer[], [opening, closing] = doneTexts): BatchAnswer {
  const codes = JSON.stringify(results.map(({ code }) => code));
  const before = `${opening}[`;
  const after = `],"codes":${codes}}${closing}`;
  const envelopes = sum(results.map(({ envelope }) => Buffer.byteLength(envelope)));
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

/** Cuts an envelope at its empty list, the first one: a message comes after it. */
function textsAround(envelope: string): readonly [opening: string, closing: string] {
  const cut = envelope.indexOf('[]}');
  return [envelope.slice(0, cut), envelope.slice(cut + '[]}'.length)];
}

/** Answer to an atomic batch all of whose entries were done. */
export function doneBatch(results: readonly Answer[]): Done {
  return { kind: 'done', code: '', envelope: [...batchAnswer(results).pieces].join('') };
}

/**
 * Answer to an atomic batch of which nothing was done. `refusals` are the answers to the refused entries, by index, of which
 * there is at least one. Every other entry is answered that it was not done.
 */
export function undoneBatch(methods: readonly string[], refusals: ReadonlyMap<number, Refused>): Refused {
  const entry = Math.min(...refusals.keys());
  const { message: reason } = JSON.parse((refusals.get(entry) as Refused).envelope) as Envelope;
  const { batch_refused, not_done } = batchCodes;
  const notDone = fillIn(not_done.message, { entry });
  const results = methods.map((name, index) => refusals.get(index) ?? refusal(name, 'not_done', notDone));
  const code = 'batch_refused';
  const envelope = failureEnvelope(
    { method, code, message: fillIn(batch_refused.message, { entry, reason }) },
    { entry, results: [] },
  );
  return {
    kind: 'refused',
    code,
    envelope: [...batchAnswer(results, textsAround(envelope)).pieces].join(''),
  };
}
