import { ImportError } from './importError.ts';
import type { RowFault, SourceRow } from './sourceRow.ts';
import type { SourceTable, TableText, TextDamage } from './sourceTable.ts';
import { isDamaged, unmarked } from './textDamage.ts';

/** Objects whose keys are the columns; fewer, if their lines have more characters together. */
const sampleObjects = 1000;
const sampleLength = 16 * 1024 * 1024;

export async function jsonLinesTable({
  name,
  text,
  encoding,
  damage,
  notices,
}: TableText): Promise<SourceTable> {
  const chunks = jsonRows(text, damage);
  const first = await firstRows(chunks);
  const columns = [...new Set(first.flatMap(({ record }) => [...record.keys()]))];
  if (columns.length === 0) throw new ImportError(`${name}${whyNotJsonLines(first)}`);
  const indexes = new Map(columns.map((column, index) => [column, index]));
  const sampled = Math.min(first.length, sampleObjects);
  return {
    name,
    columns,
    notices,
    description: { format: 'jsonl', encoding },
    async *rows() {
      yield first.map((row) => inColumns(row, indexes, sampled));
      for await (const rows of chunks) yield rows.map((row) => inColumns(row, indexes, sampled));
    },
  };
}

async function* jsonRows(text: AsyncIterable<string>, damage: TextDamage): AsyncGenerator<JsonRow[]> {
  const reader = new JsonReader(damage);
  for await (const piece of text) yield reader.read(piece);
  yield reader.end();
}

async function firstRows(chunks: AsyncGenerator<JsonRow[]>): Promise<JsonRow[]> {
  const first: JsonRow[] = [];
  let length = 0;
  while (first.length < sampleObjects && length < sampleLength) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(...value);
    length += value.reduce((sum, { text }) => sum + text.length, 0);
  }
  return first;
}

function whyNotJsonLines([first]: readonly JsonRow[]): string {
  return first?.fault ? `, line ${first.line}: ${first.fault.message}` : ' has no JSON objects';
}

function inColumns(
  { line, text, record, fault }: JsonRow,
  indexes: ReadonlyMap<string, number>,
  sampled: number,
): SourceRow {
  const values = Array.from<string>({ length: indexes.size }).fill('');
  for (const [key, value] of record) {
    const index = indexes.get(key);
    if (index !== undefined) values[index] = value;
    else if (value !== '') return { line, text, values, fault: fault ?? newKey(key, sampled) };
  }
  return fault ? { line, text, values, fault } : { line, text, values };
}

/** Reports a value that would otherwise be lost silently. */
function newKey(key: string, sampled: number) {
  const message = `unknown key "${key}": none of the first ${sampled} objects has it; add it to the first one, as null`;
  return { code: 'row_key', message };
}

/** An object of JSON Lines, flattened: `{"price":{"net":1},"tags":["a"]}` has the keys `price.net` and `tags.0`. */
interface JsonRow {
  readonly line: number;
  readonly record: ReadonlyMap<string, string>;
  /** Line as it is in the file; only the beginning of a line that is too long. */
  readonly text: string;
  readonly fault?: RowFault;
}

const maxLineLength = 1024 * 1024;
const keptLength = 1000;
const nothing: ReadonlyMap<string, string> = new Map();

/** Turns JSON Lines that arrive in pieces into records. A line that is not an object is a row with a fault. */
class JsonReader {
  #rest = '';
  #line = 0;
  #isSkipping = false;
  readonly #damage: TextDamage;

  constructor(damage: TextDamage) {
    this.#damage = damage;
  }

  read(text: string): JsonRow[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    const rows = lines.flatMap((line) => this.#row(line));
    if (this.#rest.length > maxLineLength) {
      if (!this.#isSkipping) rows.push(tooLong(this.#line + 1, this.#rest.slice(0, keptLength)));
      this.#isSkipping = true;
      this.#rest = '';
    }
    return rows;
  }

  end(): JsonRow[] {
    return this.#rest === '' ? [] : this.read('\n');
  }

  #row(text: string): JsonRow[] {
    this.#line += 1;
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return [];
    }
    if (text.trim() === '') return [];
    if (!this.#damage.isSeen() || !isDamaged(text)) return [parsed(text, this.#line)];
    const row = parsed(unmarked(text), this.#line);
    return [row.fault ? row : { ...row, fault: this.#damage.faultOf(text) }];
  }
}

function tooLong(line: number, text: string): JsonRow {
  const message = `the line is longer than 1 MiB: only its first ${keptLength} characters are kept`;
  return { line, text: unmarked(text), record: nothing, fault: { code: 'row_too_long', message } };
}

function parsed(whole: string, line: number): JsonRow {
  const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return faulty(line, text, 'not a JSON object: each line must be one, such as {"a": 1}');
    const record = new Map<string, string>();
    flatten(value, '', record);
    return { line, text, record };
  } catch (error) {
    return faulty(line, text, reasonOf(error as Error));
  }
}

function faulty(line: number, text: string, message: string): JsonRow {
  return { line, text, record: nothing, fault: { code: 'row_json', message } };
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

/**
 * Throws for integers that a double can't represent, because JSON.parse rounds them: an ident with so many digits must be a
 * string.
 */
function textOf(value: string | number | boolean, key: string): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new TooManyDigits(
      `the number in "${key}" has too many digits to be read exactly: put it in quotes`,
    );
  // One more zero keeps 1.234 from being mistaken for 1234.
  return typeof value === 'number' && /\.\d{3}$/.test(String(value)) ? `${value}0` : String(value);
}
