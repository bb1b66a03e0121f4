import { isUtf8 } from 'node:buffer';
import type { Members } from '../../shared/input/reader.ts';
import { char, Malformed } from '../json/malformed.ts';
import { type IsNeeded, maxBytesAtOnce, membersAtOnce } from '../json/members.ts';
import { Values } from '../json/values.ts';
import { inSlices, nextTurn, type Work } from '../json/work.ts';

/** The members of a body, or why it is no JSON object that is accepted. */
export type Parsed = { readonly members: Members } | { readonly why: string };

/** What is said of any other JSON. */
export const notAnObject = 'not a JSON object';

/** The JSON object that the bytes hold. Its unwanted members may be undefined; they are checked all the same. */
export async function parseBody(bytes: Buffer, isNeeded: IsNeeded): Promise<Parsed> {
  // Gathering the bytes and checking their signature has taken a turn already.
  if (bytes.length > maxBytesAtOnce) await nextTurn();
  const why = unreadable(bytes);
  if (why) return { why };
  const members = membersAtOnce(bytes);
  return members ? { members } : parseInSlices(bytes, isNeeded);
}

/** The same without JavaScript's own parser: for what is large or needs care, and to tell where bytes are malformed. */
export async function parseInSlices(bytes: Buffer, isNeeded: IsNeeded): Promise<Parsed> {
  try {
    return await inSlices(checked(new Values(bytes), isNeeded));
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

function* checked(values: Values, isNeeded: IsNeeded): Work<Parsed> {
  if (values.peek() === char.openObject) {
    const members = yield* values.members(isNeeded);
    values.expectEnd();
    return { members };
  }
  yield* values.skip();
  values.expectEnd();
  return { why: notAnObject };
}
