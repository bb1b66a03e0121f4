import { ImportError } from './importError.ts';
import { JsonDocument } from './jsonDocument.ts';
import { type JsonRow, jsonRow, keptLength, maxObjectLength, tooLong } from './jsonRow.ts';
import type { SourceRow } from './sourceRow.ts';
import type { SourceTable, TableText, TextDamage } from './sourceTable.ts';

/** Objects whose keys are the columns; fewer, if their lines have more characters together. */
const sampleObjects = 1000;
const sampleLength = 16 * 1024 * 1024;

/** Reads JSON Lines, or a document with a list of objects. */
export async function jsonTable(table: TableText, isDocument: boolean): Promise<SourceTable> {
  const { name, encoding, notices } = table;
  const chunks = jsonRows(table, isDocument);
  const first = await readSample(chunks);
  const columns = [...new Set(first.flatMap(({ record }) => [...record.keys()]))];
  if (columns.length === 0) throw new ImportError(`${name}${whyEmpty(first)}`);
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

async function* jsonRows({ name, text, damage }: TableText, isDocument: boolean): AsyncGenerator<JsonRow[]> {
  const reader = isDocument ? new JsonDocument(name, damage) : new JsonLines(damage);
  for await (const piece of text) yield reader.read(piece);
  yield reader.end();
}

async function readSample(chunks: AsyncGenerator<JsonRow[]>): Promise<JsonRow[]> {
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

function whyEmpty([first]: readonly JsonRow[]): string {
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

/** Turns JSON Lines that arrive in pieces into records. A line that is not an object is a row with a fault. */
class JsonLines {
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
    if (this.#rest.length > maxObjectLength) {
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
    return [jsonRow(text, this.#line, this.#damage)];
  }
}
