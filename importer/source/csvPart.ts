import { ImportError } from '../importError.ts';
import { refusalColumns } from '../refusalColumns.ts';
import { unguardedCell } from '../spreadsheetCells.ts';
import { CsvReader, type RawRow } from './csvReader.ts';
import { readHeader } from './header.ts';
import type { Part, PartText, SourceRow } from './part.ts';

/** Reads a CSV text: its header now, its rows when they are asked for. */
export async function csvPart({ name, text, encoding, dialect }: PartText): Promise<Part> {
  const chunks = rawRows(name, text, new CsvReader(dialect));
  const { header, rest } = await findHeader(name, chunks);
  const isOurs = refusalColumns.every((column) => header.values.includes(column));
  const { columns, notices } = readHeader(isOurs ? header.values.map(unguardedCell) : header.values);
  const shape = (rows: readonly RawRow[]) =>
    shaped(isOurs ? rows.map(unguarded) : rows, columns.length, encoding);
  return {
    ...{ name, columns, notices },
    description: { format: dialect.format, encoding, delimiter: dialect.delimiter },
    async *rows() {
      yield shape(rest);
      for await (const rows of chunks) yield shape(rows);
    },
  };
}

/** Refused rows that are imported again are what they were before they were written for spreadsheets. */
function unguarded(row: RawRow): RawRow {
  return { ...row, values: row.values.map(unguardedCell) };
}

async function* rawRows(name: string, text: AsyncIterable<string>, reader: CsvReader) {
  try {
    for await (const piece of text) yield reader.read(piece);
    yield reader.end();
  } catch (error) {
    throw error instanceof ImportError && !error.message.startsWith(name)
      ? new ImportError(`${name}, ${error.message}`)
      : error;
  }
}

/** The first row that is not blank, and those behind it: eBay begins with a line of nothing but commas. */
async function findHeader(name: string, chunks: AsyncGenerator<RawRow[]>) {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const place = next.value.findIndex((row) => !isBlank(row) && !isDelimiterLine(row));
    const header = next.value[place];
    if (!header) continue;
    if (header.fault)
      throw new ImportError(`${name}, line ${header.line}: the header ${header.fault.message}`);
    return { header, rest: next.value.slice(place + 1) };
  }
  throw new ImportError(`${name} is empty`);
}

function isBlank({ values }: RawRow): boolean {
  return values.every((value) => value.trim() === '');
}

function isDelimiterLine({ line, values }: RawRow): boolean {
  return line === 1 && /^sep=/i.test(values[0] ?? '');
}

function shaped(rows: readonly RawRow[], width: number, encoding: string): SourceRow[] {
  const mayBeDamaged = encoding === 'utf-8';
  const shapedRows: SourceRow[] = [];
  for (const raw of rows) {
    if (!raw.fault && !raw.values[0]?.trim() && isBlank(raw)) continue;
    const row: SourceRow = raw.fault || raw.values.length === width ? raw : fitted(raw, width);
    shapedRows.push(mayBeDamaged && isDamaged(row) ? withDamage(row) : row);
  }
  return shapedRows;
}

/** Empty values at the end are no fault where there are too many. */
function fitted({ line, values }: RawRow, width: number): SourceRow {
  const isLonger = values.length > width;
  if (isLonger && values.slice(width).every((value) => value === ''))
    return { line, values: values.slice(0, width) };
  const message = `has ${counted(values.length, 'value')}, but the header has ${counted(width, 'column')}`;
  return { line, values, fault: { code: 'row_fields', message } };
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Bytes that are no UTF-8, behind what was looked at when the encoding was decided. */
function isDamaged({ values, fault }: SourceRow): boolean {
  return !fault && values.some((value) => value.includes('\uFFFD'));
}

function withDamage(row: SourceRow): SourceRow {
  const message = 'is not UTF-8, as the file seemed to be: give its encoding, such as windows-1252';
  return { ...row, fault: { code: 'row_encoding', message } };
}
