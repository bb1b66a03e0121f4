import { CsvReader, type RawRow } from './csvReader.ts';
import { readHeader } from './header.ts';
import { ImportError, inPlace } from './importError.ts';
import type { Part, PartText } from './part.ts';
import { refusalColumns } from './refusalColumns.ts';
import type { SourceRow } from './row.ts';
import { unguardedCell } from './spreadsheetCells.ts';

/** Reads the header of a CSV text; its rows are read on demand. */
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

/** A file of refused rows was written for spreadsheets: its cells become again what they were before. */
function unguarded(row: RawRow): RawRow {
  return { ...row, values: row.values.map(unguardedCell) };
}

async function* rawRows(name: string, text: AsyncIterable<string>, reader: CsvReader) {
  for await (const piece of text) yield inPlace(`${name}, `, () => reader.read(piece));
  yield inPlace(`${name}, `, () => reader.end());
}

/** The first row that is not blank, and the rows after it. eBay's reports begin with a line of commas only. */
async function findHeader(name: string, chunks: AsyncGenerator<RawRow[]>) {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const index = next.value.findIndex((row) => !isBlank(row) && !isDelimiterLine(row));
    const header = next.value[index];
    if (!header) continue;
    if (header.fault) throw new ImportError(`${name}, line ${header.line} (header): ${header.fault.message}`);
    return { header, rest: next.value.slice(index + 1) };
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

/** Extra values at the end are accepted if they are empty. */
function fitted({ line, values }: RawRow, width: number): SourceRow {
  const isLonger = values.length > width;
  if (isLonger && values.slice(width).every((value) => value === ''))
    return { line, values: values.slice(0, width) };
  const hint = isLonger ? 'put values that contain the delimiter in quotes' : 'the row may be cut off';
  const message = `the row has ${counted(values.length, 'value')}, but the header has ${counted(width, 'column')}: ${hint}`;
  return { line, values, fault: { code: 'row_fields', message } };
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Bytes that are not UTF-8, after the part of the file from which the encoding was detected. */
function isDamaged({ values, fault }: SourceRow): boolean {
  return !fault && values.some((value) => value.includes('\uFFFD'));
}

function withDamage(row: SourceRow): SourceRow {
  const message =
    'the row is not UTF-8, unlike the beginning of the file: set the encoding, such as --encoding windows-1252';
  return { ...row, fault: { code: 'row_encoding', message } };
}
