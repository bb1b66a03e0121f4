import type { RowFault } from './csvReader.ts';

/** An object of JSON Lines, flat: the keys of objects within are joined with dots, and so are places in lists. */
export interface JsonRow {
  readonly line: number;
  readonly record: ReadonlyMap<string, string>;
  readonly fault?: RowFault;
}

const longestLine = 1024 * 1024;
const nothing: ReadonlyMap<string, string> = new Map();

/** Makes records of JSON Lines that come in pieces. A line that is no object is a fault of its own. */
export class JsonReader {
  #rest = '';
  #line = 0;
  #isSkipping = false;

  /** The records whose lines end in this piece. */
  read(text: string): JsonRow[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    const rows = lines.flatMap((line) => this.#row(line));
    if (this.#rest.length > longestLine) {
      if (!this.#isSkipping) rows.push(tooLong(this.#line + 1));
      this.#isSkipping = true;
      this.#rest = '';
    }
    return rows;
  }

  /** The record that the end of the text ends. */
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
  return faulty(line, { code: 'row_too_long', message: 'is longer than 1 MiB' });
}

function faulty(line: number, fault: RowFault): JsonRow {
  return { line, record: nothing, fault };
}

function parsed(text: string, line: number): JsonRow {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return faulty(line, { code: 'row_json', message: 'is no JSON object' });
    const record = new Map<string, string>();
    flatten(value, '', record);
    return { line, record };
  } catch (error) {
    const why = error instanceof RangeError ? 'nested too deep' : (error as Error).message;
    return faulty(line, { code: 'row_json', message: `is no JSON: ${why}` });
  }
}

function flatten(value: object, prefix: string, record: Map<string, string>): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) flatten(inner, `${prefix}${key}.`, record);
    else record.set(prefix + key, inner === null ? '' : textOf(inner, prefix + key));
  }
}

/** JSON.parse rounds numbers that a double can't hold: an EAN or ident of that length must be a string. */
function textOf(value: string | number | boolean, key: string): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new SyntaxError(`the number in "${key}" has too many digits: put it in quotes`);
  // One more zero, so that 1.234 is not taken for a thousand and more.
  return typeof value === 'number' && /\.\d{3}$/.test(String(value)) ? `${value}0` : String(value);
}
