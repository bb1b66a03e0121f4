import { ImportError } from '../importError.ts';
import { JsonReader, type JsonRow } from './jsonReader.ts';
import type { Part, PartText, SourceRow } from './part.ts';

/** As many objects tell which keys there are. */
const sampleObjects = 1000;

/** Reads JSON Lines: the keys of the first objects now, the rows when they are asked for. */
export async function jsonLinesPart({ name, text, encoding }: PartText): Promise<Part> {
  const chunks = jsonRows(text);
  const first = await firstRows(chunks);
  const columns = [...new Set(first.flatMap(({ record }) => [...record.keys()]))];
  if (columns.length === 0) throw new ImportError(`${name} is no JSON Lines: ${whyNot(first)}`);
  const places = new Map(columns.map((column, place) => [column, place]));
  return {
    ...{ name, columns, notices: [] },
    description: { format: 'jsonl', encoding },
    async *rows() {
      yield first.map((row) => inColumns(row, places));
      for await (const rows of chunks) yield rows.map((row) => inColumns(row, places));
    },
  };
}

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<JsonRow[]> {
  const reader = new JsonReader();
  for await (const piece of text) yield reader.read(piece);
  yield reader.end();
}

async function firstRows(chunks: AsyncGenerator<JsonRow[]>): Promise<JsonRow[]> {
  const first: JsonRow[] = [];
  while (first.length < sampleObjects) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(...value);
  }
  return first;
}

function whyNot([first]: readonly JsonRow[]): string {
  return first?.fault ? `line ${first.line} ${first.fault.message}` : 'it has no objects';
}

function inColumns({ line, record, fault }: JsonRow, places: ReadonlyMap<string, number>): SourceRow {
  const values = Array.from<string>({ length: places.size }).fill('');
  if (fault) return { line, values, fault };
  for (const [key, value] of record) {
    const place = places.get(key);
    if (place !== undefined) values[place] = value;
    else if (value !== '') return { line, values, fault: newKey(key) };
  }
  return { line, values };
}

/** Left out silently, it would be lost. */
function newKey(key: string) {
  const message = `has the key "${key}", which none of the first ${sampleObjects} objects has: put one that has it first`;
  return { code: 'row_key', message };
}
