import { isHttpRefusal } from '../httpRefusals.ts';
import { answerOfSize, answerTooLarge, internalError, isAnswer, type Reply } from './envelope.ts';

/** What a worker answers to a call. */
export interface CallReply {
  readonly callId: string;
  readonly reply: Reply;
  /** Milliseconds from its acceptance by the gateway to the start of its set; undefined if that is not known. */
  readonly waitMs: number | undefined;
}

/**
 * The text of an entry of a reply stream: one line for each reply with call id, code and envelope. None of them contains
 * a line feed, and only the envelope contains spaces. One text, since Redis and its clients take time for each field.
 * Version 0.1.0 reads and writes the same text.
 */
export function packReplies(replies: readonly CallReply[]): string {
  return replies.map(({ callId, reply }) => `${callId} ${reply.code} ${textOf(reply)}`).join('\n');
}

/** Follows the wait of a reply that was first given to an earlier request. */
const replayedMark = 'r';

/**
 * The second field of the entry, which version 0.2.0 neither reads nor writes: how long each call waited, in order, and
 * which replies were first given to an earlier request, such as `12,,7r`.
 */
export function packWaits(replies: readonly CallReply[]): string {
  return replies
    .map(({ reply, waitMs = '' }) =>
      isAnswer(reply) && reply.replayed ? `${waitMs}${replayedMark}` : waitMs,
    )
    .join(',');
}

/** Reads what `packReplies` and `packWaits` wrote. */
export function unpackReplies(text: string, waits = ''): readonly CallReply[] {
  const waited = waits.split(',');
  return text.split('\n').map((line, index) => {
    const { waitMs, isReplayed } = waitFrom(waited[index]);
    const idEnds = line.indexOf(' ');
    const codeEnds = line.indexOf(' ', idEnds + 1);
    const known = replyFrom(line.slice(idEnds + 1, codeEnds), line.slice(codeEnds + 1));
    const reply = isReplayed && isAnswer(known) ? ({ ...known, replayed: true } as const) : known;
    return { callId: line.slice(0, idEnds), reply, waitMs };
  });
}

function waitFrom(text = '') {
  const isReplayed = text.endsWith(replayedMark);
  const digits = isReplayed ? text.slice(0, -replayedMark.length) : text;
  return { isReplayed, waitMs: digits ? Number(digits) : undefined };
}

/** Characters of an entry. Replies beyond that go into another one. */
const maxEntryLength = 524_288;

/** Splits replies into entries: each has half a mebibyte, or a single larger reply. */
export function* entriesOf(replies: readonly CallReply[]): Iterable<readonly CallReply[]> {
  let [begin, length] = [0, 0];
  for (const [index, { reply }] of replies.entries()) {
    const added = lengthOf(reply);
    length += added;
    if (length <= maxEntryLength || index === begin) continue;
    yield replies.slice(begin, index);
    [begin, length] = [index, added];
  }
  yield begin === 0 ? replies : replies.slice(begin);
}

/** About how many characters a reply takes in an entry. */
export function lengthOf(reply: Reply): number {
  return isAnswer(reply) ? reply.envelope.length : 0;
}

/** A reply in the inbox: the code, a line feed, the envelope. Version 0.1.0 reads and writes the same text. */
export function packReply(reply: Reply): string {
  return `${reply.code}\n${textOf(reply)}`;
}

export function unpackReply(text: string): Reply {
  const end = text.indexOf('\n');
  return replyFrom(text.slice(0, end), text.slice(end + 1));
}

/** What stands where an answer has its envelope. */
function textOf(reply: Reply): string {
  if (reply.kind === 'unanswered') return '';
  return reply.kind === 'tooLarge' ? `${reply.bytes}` : reply.envelope;
}

/** As text a success has no code, and only an answer has an envelope. */
function replyFrom(code: string, text: string): Reply {
  if (code === '') return { kind: 'done', code, envelope: text };
  if (code === answerTooLarge) return answerOfSize(Number(text));
  if (text !== '') return { kind: 'refused', code, envelope: text };
  // Of a later version, perhaps.
  return isHttpRefusal(code) ? { kind: 'unanswered', code } : internalError;
}
