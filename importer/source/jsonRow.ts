import { composed } from './composed.ts';
import type { RowFault } from './sourceRow.ts';
import type { TextDamage } from './sourceTable.ts';
import { unambiguous } from './storedDecimals.ts';
import { isDamaged, unmarked } from './textDamage.ts';

/** An object of JSON, flattened: `{"price":{"net":1},"tags":["a"]}` has the keys `price.net` and `tags.0`. */
export interface JsonRow {
  readonly line: number;
  readonly record: ReadonlyMap<string, string>;
  /** Object as it is in the file, in one line; only the beginning of one that is too long. */
  readonly text: string;
  readonly fault?: RowFault;
}

/** Characters of an object. */
export const maxObjectLength = 1024 * 1024;
export const keptLength = 1000;
const nothing: ReadonlyMap<string, string> = new Map();

/** Reads the object that begins in a line. A text that is not an object is a row with a fault. */
export function jsonRow(text: string, line: number, damage: TextDamage): JsonRow {
  if (!damage.isSeen() || !isDamaged(text)) return parsed(text, line);
  const row = parsed(unmarked(text), line);
  return row.fault ? row : { ...row, fault: damage.faultOf(text) };
}

export function tooLong(line: number, text: string): JsonRow {
  const message = `the line is longer than 1 MiB: only its first ${keptLength} characters are kept`;
  return { line, text: unmarked(text), record: nothing, fault: { code: 'row_too_long', message } };
}

/** A value that stands where an object should be. */
export function otherValue(text: string, line: number, message: string): JsonRow {
  return faulty(line, unmarked(text), message);
}

function parsed(whole: string, line: number): JsonRow {
  const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return faulty(line, text, 'not a JSON object: each line must be one, such as {"a": 1}');
    const record = new Map<string, string>();
    const repeated = keysIn(text) === flatten(value, '', record) ? undefined : repeatedKey(text);
    return repeated === undefined ? { line, text, record } : faulty(line, text, twice(repeated));
  } catch (error) {
    return faulty(line, text, reasonOf(error as Error));
  }
}

function faulty(line: number, text: string, message: string): JsonRow {
  return { line, text, record: nothing, fault: { code: 'row_json', message } };
}

function reasonOf(error: Error): string {
  if (error instanceof UnclearValue) return error.message;
  return error instanceof RangeError ? 'the object is nested too deeply' : `not valid JSON: ${error.message}`;
}

/** Its message is the reason. */
class UnclearValue extends Error {}

function twice(key: string): string {
  return `the key "${key}" is twice in an object: remove the one that does not count`;
}

/** Returns the number of the keys of all objects in it. */
function flatten(value: object, prefix: string, record: Map<string, string>): number {
  const entries = Object.entries(value);
  let keys = Array.isArray(value) ? 0 : entries.length;
  for (const [given, inner] of entries) {
    const key = composed(given);
    if (typeof inner === 'object' && inner !== null) keys += flatten(inner, `${prefix}${key}.`, record);
    else add(record, prefix + key, inner === null ? '' : textOf(inner, prefix + key));
  }
  return keys;
}

/** Throws for a column that the object gives twice, with other values: `{"price":{"net":1},"price.net":2}`. */
function add(record: Map<string, string>, column: string, text: string): void {
  if ((record.get(column) ?? text) !== text) throw new UnclearValue(twice(column));
  record.set(column, text);
}

/** Counts what looks like a key: more than JSON.parse keeps if an object has a key twice. */
function keysIn(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (isBlank(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === quoteCode) keys += 1;
  }
  return keys;
}

const quoteCode = 34;

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Finds a key that an object has twice. Reads valid JSON token by token, so it is for rows that may have one. */
function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (key !== undefined) {
      const name = JSON.parse(key) as string;
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}

/**
 * Throws for integers that a double can't represent, because JSON.parse rounds them: an ident with so many digits must be a
 * string.
 */
function textOf(value: string | number | boolean, key: string): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new UnclearValue(`the number in "${key}" has too many digits to be read exactly: put it in quotes`);
  return typeof value === 'number' ? unambiguous(String(value)) : composed(String(value));
}
