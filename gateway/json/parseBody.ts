import { isUtf8 } from 'node:buffer';
import type { Members } from '../../shared/contract/input/reader.ts';
import { Numeral } from '../../shared/contract/values/numeral.ts';
import { char, Malformed } from './malformed.ts';
import { type IsUsed, maxListed, Unbuilt, Values } from './valueScanner.ts';
import { inSlices, nextTurn, type Work } from './work.ts';

export type Parsed = { readonly members: Members } | { readonly why: string };

/** Bytes that JavaScript's own parser may take in one go: about two milliseconds, whatever they are. */
export const maxBytesAtOnce = 32_768;

/** JavaScript's own parser sets prototypes, rounds numbers, and moves names of digits. May match more, in linear time. */
const needsCare =
  /__proto__|\\u00(?:3\d|5f|6f|7[024])|[\s:,[]-?(?:[\d.]{16}|\d[\d.]*e[-+]?\d)|"\d{1,10}"\s*:/i;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export const notAnObject = 'not a JSON object';

/** Parses a JSON object. Unused members may be undefined, but are checked all the same. */
export async function parseBody(bytes: Buffer, isUsed: IsUsed): Promise<Parsed> {
  // Checking their signature has taken a turn already.
  if (bytes.length > maxBytesAtOnce) await nextTurn();
  if (bytes.length === 0) return { why: 'it is empty' };
  if (bytes.subarray(0, 3).equals(byteOrderMark)) return { why: 'it begins with a byte order mark' };
  if (!isUtf8(bytes)) return { why: 'it is not valid UTF-8' };
  const members = membersAtOnce(bytes);
  return members ? { members } : parseInSlices(bytes, isUsed);
}

/** Works without JavaScript's own parser: for large or unusual bodies, and to find the place of an error. */
export async function parseInSlices(bytes: Buffer, isUsed: IsUsed): Promise<Parsed> {
  try {
    return await inSlices(checked(new Values(bytes), isUsed));
  } catch (error) {
    if (error instanceof Malformed) return { why: error.message };
    /* v8 ignore next -- only for a defect of the parser. */
    throw error;
  }
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

/** Members of an object in JSON; undefined if the bytes are too many or need care. */
export function membersAtOnce(bytes: Buffer): Members | undefined {
  if (bytes.length > maxBytesAtOnce) return undefined;
  const text = bytes.toString();
  if (needsCare.test(text)) return undefined;
  try {
    return membersOfBuilt(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Members of the object in these bytes. Throws `Malformed` for anything else. */
function* membersIn(bytes: Buffer, isUsed: IsUsed): Work<Members> {
  const atOnce = membersAtOnce(bytes);
  if (atOnce) return atOnce;
  const values = new Values(bytes);
  const members = yield* values.members(isUsed);
  values.expectEnd();
  return members;
}

export function* membersOf(value: unknown, isUsed: IsUsed): Work<Members | undefined> {
  if (!(value instanceof Unbuilt)) return membersOfBuilt(value);
  return value.isObject ? yield* membersIn(value.bytes, isUsed) : undefined;
}

function membersOfBuilt(value: unknown): Members | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || value instanceof Numeral) return undefined;
  const members = new Map<string, unknown>();
  // `Object.entries` would make an array for each member, and batches have ten thousands of them.
  for (const name of Object.keys(value))
    members.set(name, (value as Readonly<Record<string, unknown>>)[name]);
  return members;
}

/** Elements of a list of 1 to `max`; undefined for any other value. */
export function* elementsOf(value: unknown, max: number): Work<readonly unknown[] | undefined> {
  const elements = value instanceof Unbuilt ? yield* elementsIn(value, max) : value;
  return Array.isArray(elements) && elements.length > 0 && elements.length <= max ? elements : undefined;
}

/** One element more than `max` is enough to detect too many. */
function* elementsIn(value: Unbuilt, max: number): Work<readonly unknown[]> {
  if (value.elements && max <= maxListed) return value.elements;
  return value.isArray ? yield* new Values(value.bytes).elements(max + 1) : [];
}
