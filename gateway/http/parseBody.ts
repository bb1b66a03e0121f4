import { isUtf8 } from 'node:buffer';
import parse from 'secure-json-parse';
import type { Body } from '../../shared/input/reader.ts';

/** The JSON object that the bytes hold, or why they don't (contract.md, `body_malformed`). */
export function parseBody(bytes: Buffer): { readonly body: Body } | { readonly why: string } {
  if (bytes.length === 0) return { why: 'it is empty' };
  if (bytes.subarray(0, 3).equals(byteOrderMark)) return { why: 'it begins with a byte order mark' };
  if (!isUtf8(bytes)) return { why: 'it is not valid UTF-8' };
  return parseText(bytes.toString());
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** What is said of any other JSON. */
export const noObject = 'it is no object';

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Only such digits can be a number that JavaScript reads as infinite, which begin at 309 places: 200 of them need
 * an exponent of three. The rare body is looked at closely.
 */
const hugeNumber = /[eE]\+?\d{3}|\d{200}/;

function parseText(text: string): { readonly body: Body } | { readonly why: string } {
  try {
    const body: unknown = parse(text, { protoAction: 'error', constructorAction: 'ignore' });
    if (!isObject(body)) return { why: noObject };
    if (hugeNumber.test(text) && holdsInfinity(body)) return { why: 'it has a number beyond range' };
    return { body };
  } catch (error) {
    const forbidden = (error as Error).message.startsWith('Object contains forbidden');
    return { why: forbidden ? 'it has a __proto__ key' : (error as Error).message.toWellFormed() };
  }
}

/** A loop, not a recursion: a body may be nested as deep as it is long. */
function holdsInfinity(body: object): boolean {
  const open: unknown[] = [body];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return true;
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) open.push(inner);
  }
  return false;
}
