import type { RowFault } from './row.ts';

/** An object of JSON Lines, flattened: `{"price":{"net":1},"tags":["a"]}` has the keys `price.net` and `tags.0`. */
export interface JsonRow {
  readonly line: number;
  readonly record: ReadonlyMap<string, string>;
  readonly fault?: RowFault;
}

const maxLineLength = 1024 * 1024;
const nothing: ReadonlyMap<string, string> = new Map();

/** Turns JSON Lines that arrive in pieces into records. A line that is not an object is a row with a fault. */
export class JsonReader {
  #rest = '';
  #line = 0;
  #isSkipping = false;

  /** The records whose lines end in this piece. */
  read(text: string): JsonRow[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    const rows = lines.flatMap((line) => this.#row(line));
    if (this.#rest.length > maxLineLength) {
      if (!this.#isSkipping) rows.push(tooLong(this.#line + 1));
      this.#isSkipping = true;
      this.#rest = '';
    }
    return rows;
  }

  /** The record that is left when the text ends. */
  end(): JsonRow[] {
    return this.#rest === '' ? [] : this.read('\n');
  }

  #row(text: string): JsonRow[] {
    this.#line += 1;
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return [];
    }
    return text.trim() === '' ? [] : [parsed(text, this.#line)];
  }
}

function tooLong(line: number): JsonRow {
  return faulty(line, { code: 'row_too_long', message: 'the line is longer than 1 MiB' });
}

function faulty(line: number, fault: RowFault): JsonRow {
  return { line, record: nothing, fault };
}

function parsed(text: string, line: number): JsonRow {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return faulty(line, {
        code: 'row_json',
        message: 'not a JSON object: each line must be one, such as {"a": 1}',
      });
    const record = new Map<string, string>();
    flatten(value, '', record);
    return { line, record };
  } catch (error) {
    return faulty(line, { code: 'row_json', message: reasonOf(error as Error) });
  }
}

function reasonOf(error: Error): string {
  if (error instanceof TooManyDigits) return error.message;
  return error instanceof RangeError ? 'the object is nested too deeply' : `not valid JSON: ${error.message}`;
}

class TooManyDigits extends Error {}

function flatten(value: object, prefix: string, record: Map<string, string>): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) flatten(inner, `${prefix}${key}.`, record);
    else record.set(prefix + key, inner === null ? '' : textOf(inner, prefix + key));
  }
}

/** JSON.parse rounds integers that a double can't represent: an ident with so many digits must be a string. */
function textOf(value: string | number | boolean, key: string): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new TooManyDigits(
      `the number in "${key}" has too many digits to be read exactly: put it in quotes`,
    );
  // With one more zero, 1.234 is not mistaken for 1234.
  return typeof value === 'number' && /\.\d{3}$/.test(String(value)) ? `${value}0` : String(value);
}
