import type { Members } from '../../shared/input/reader.ts';
import { Numeral } from '../../shared/values/numeral.ts';
import { Unbuilt } from './unbuilt.ts';
import { type IsUsed, Values } from './values.ts';
import type { Work } from './work.ts';

/** Bytes that JavaScript's own parser may take in one go: about two milliseconds, whatever they are. */
export const maxBytesAtOnce = 32_768;

/** JavaScript's own parser sets prototypes, rounds numbers, and moves names of digits. May match more, in linear time. */
const needsCare =
  /__proto__|\\u00(?:3\d|5f|6f|7[024])|[\s:,[]-?(?:[\d.]{16}|\d[\d.]*e[-+]?\d)|"\d{1,10}"\s*:/i;

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
  return isObject && !(value instanceof Numeral) ? new Map(Object.entries(value)) : undefined;
}
