import { isHttpRejection } from '../contract/httpRejections.ts';
import { answerTooLarge } from '../contract/refusals.ts';
import { answerOfSize, internalError, isAnswer, type Reply } from './envelope.ts';

export interface CallReply {
  readonly callId: string;
  readonly reply: Reply;
  /** Milliseconds from acceptance by the gateway to the start of the set; undefined if unknown. */
  readonly waitMs: number | undefined;
}

/**
 * Packs replies into the text of one stream entry: a line for each, with call id, code and envelope. None of them contains a
 * line feed, and only the envelope contains spaces. It is a single text because Redis and its clients take time for each
 * field.
 */
export function packReplies(replies: readonly CallReply[]): string {
  let text = '';
  for (const { callId, reply } of replies)
    text += `${text === '' ? '' : '\n'}${callId} ${reply.code} ${textOf(reply)}`;
  return text;
}

/** Marks a reply that was first given to an earlier request; follows its wait. */
const replayedMark = 'r';

/**
 * Second field of the entry: how long each call waited, in order, and which replies were first given to an earlier request,
 * such as `12,,7r`.
 */
export function packWaits(replies: readonly CallReply[]): string {
  const waits: string[] = [];
  for (const { reply, waitMs = '' } of replies)
    waits.push('replayed' in reply && reply.replayed ? `${waitMs}${replayedMark}` : `${waitMs}`);
  return waits.join();
}

export function unpackReplies(text: string, waits: string): readonly CallReply[] {
  const waited = waits.split(',');
  const replies: CallReply[] = [];
  for (const line of text.split('\n')) {
    const wait = waited[replies.length] ?? '';
    const isReplayed = wait.endsWith(replayedMark);
    const digits = isReplayed ? wait.slice(0, -replayedMark.length) : wait;
    const idEnds = line.indexOf(' ');
    const codeEnds = line.indexOf(' ', idEnds + 1);
    const known = replyFrom(line.slice(idEnds + 1, codeEnds), line.slice(codeEnds + 1));
    const reply = isReplayed && isAnswer(known) ? ({ ...known, replayed: true } as const) : known;
    replies.push({ callId: line.slice(0, idEnds), reply, waitMs: digits ? Number(digits) : undefined });
  }
  return replies;
}

const maxEntryLength = 524_288;

/** Splits replies into entries of at most half a mebibyte; a larger reply gets an entry of its own. */
export function* entriesOf(replies: readonly CallReply[]): Iterable<readonly CallReply[]> {
  let begin = 0;
  let length = 0;
  for (const [index, { reply }] of replies.entries()) {
    const added = lengthOf(reply);
    length += added;
    if (length <= maxEntryLength || index === begin) continue;
    yield replies.slice(begin, index);
    begin = index;
    length = added;
  }
  yield begin === 0 ? replies : replies.slice(begin);
}

export function lengthOf(reply: Reply): number {
  return isAnswer(reply) ? reply.envelope.length : 0;
}

/** Packs a reply for the inbox: the code, a line feed, the envelope. */
export function packReply(reply: Reply): string {
  return `${reply.code}\n${textOf(reply)}`;
}

export function unpackReply(text: string): Reply {
  const end = text.indexOf('\n');
  return replyFrom(text.slice(0, end), text.slice(end + 1));
}

function textOf(reply: Reply): string {
  if (reply.kind === 'unanswered') return '';
  return reply.kind === 'tooLarge' ? `${reply.bytes}` : reply.envelope;
}

/** A success has an empty code. Only an answer has an envelope. */
function replyFrom(code: string, text: string): Reply {
  if (code === '') return { kind: 'done', code, envelope: text };
  if (code === answerTooLarge) return answerOfSize(Number(text));
  if (text !== '') return { kind: 'refused', code, envelope: text };
  // An unknown code may come from a later version.
  return isHttpRejection(code) ? { kind: 'unanswered', code } : internalError;
}
