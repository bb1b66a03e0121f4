import { isUtf8 } from 'node:buffer';
import type { Members } from '../../shared/input/reader.ts';
import { char, Malformed } from './malformed.ts';
import { maxBytesAtOnce, membersAtOnce } from './members.ts';
import { type IsUsed, Values } from './values.ts';
import { inSlices, nextTurn, type Work } from './work.ts';

export type Parsed = { readonly members: Members } | { readonly why: string };

export const notAnObject = 'not a JSON object';

/** Parses a JSON object. Unused members may be undefined, but are checked all the same. */
export async function parseBody(bytes: Buffer, isUsed: IsUsed): Promise<Parsed> {
  // Receiving the bytes and checking their signature has taken a turn already.
  if (bytes.length > maxBytesAtOnce) await nextTurn();
  const why = unreadable(bytes);
  if (why) return { why };
  const members = membersAtOnce(bytes);
  return members ? { members } : parseInSlices(bytes, isUsed);
}

/** Works without JavaScript's own parser: for large or unusual bodies, and to find the place of an error. */
export async function parseInSlices(bytes: Buffer, isUsed: IsUsed): Promise<Parsed> {
  try {
    return await inSlices(checked(new Values(bytes), isUsed));
  } catch (error) {
    if (error instanceof Malformed) return { why: error.message };
    throw error;
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function unreadable(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'it is empty';
  if (bytes.subarray(0, 3).equals(byteOrderMark)) return 'it begins with a byte order mark';
  return isUtf8(bytes) ? undefined : 'it is not valid UTF-8';
}

function* checked(values: Values, isUsed: IsUsed): Work<Parsed> {
  if (values.peek() === char.openObject) {
    const members = yield* values.members(isUsed);
    values.expectEnd();
    return { members };
  }
  yield* values.skip();
  values.expectEnd();
  return { why: notAnObject };
}
