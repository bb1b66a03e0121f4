import type { Reply } from './envelope.ts';

/** What a worker answers to a call. */
export interface CallReply {
  readonly callId: string;
  readonly reply: Reply;
}

/**
 * The text of an entry of a reply stream: one line for each reply with call id, code and envelope. None of them holds
 * a line feed, and the envelope alone holds spaces. One text, since Redis and its clients take time for each field.
 */
export function packReplies(replies: readonly CallReply[]): string {
  return replies.map(({ callId, reply: { code, envelope } }) => `${callId} ${code} ${envelope}`).join('\n');
}

/** Characters of an entry: beyond that, replies go into another one. */
const maxEntryLength = 524_288;

/** Replies as they are put into entries: each has half a mebibyte, or a single larger reply. */
export function* entriesOf(replies: readonly CallReply[]): Iterable<readonly CallReply[]> {
  let [begin, length] = [0, 0];
  for (const [at, { reply }] of replies.entries()) {
    length += reply.envelope.length;
    if (length <= maxEntryLength || at === begin) continue;
    yield replies.slice(begin, at);
    [begin, length] = [at, reply.envelope.length];
  }
  yield begin === 0 ? replies : replies.slice(begin);
}

/** Reads what `packReplies` wrote. */
export function unpackReplies(text: string): readonly CallReply[] {
  return text.split('\n').map((line) => {
    const idEnds = line.indexOf(' ');
    const codeEnds = line.indexOf(' ', idEnds + 1);
    const code = line.slice(idEnds + 1, codeEnds);
    return { callId: line.slice(0, idEnds), reply: { code, envelope: line.slice(codeEnds + 1) } };
  });
}
