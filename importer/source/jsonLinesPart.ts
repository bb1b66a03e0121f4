import { ImportError } from './importError.ts';
import { JsonReader, type JsonRow } from './jsonReader.ts';
import type { Damage, Part, PartText } from './part.ts';
import type { SourceRow } from './row.ts';

/** Objects whose keys are the columns; fewer, if their lines have more characters together. */
const sampleObjects = 1000;
const sampleLength = 16 * 1024 * 1024;

export async function jsonLinesPart({ name, text, encoding, damage, notices }: PartText): Promise<Part> {
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
    description: {
      format: 'jsonl',
      encoding,
    },
    async *rows() {
      yield first.map((row) => inColumns(row, indexes, sampled));
      for await (const rows of chunks) yield rows.map((row) => inColumns(row, indexes, sampled));
    },
  };
}

async function* jsonRows(text: AsyncIterable<string>, damage: Damage): AsyncGenerator<JsonRow[]> {
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
