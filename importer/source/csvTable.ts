import { counted } from '../../shared/contract/values/counted.ts';
import { CsvReader, type RawRow } from './csvReader.ts';
import { extraValues } from './extraValues.ts';
import { inPlace } from './importError.ts';
import { HeaderWatch, isComment, totalsReason } from './otherRows.ts';
import { isRefusedHeader, withKeptCells } from './refusalColumns.ts';
import type { SourceRow } from './sourceRow.ts';
import type { SourceTable, TableText, TextDamage } from './sourceTable.ts';
import { unguardedCell } from './spreadsheetCells.ts';
import { type Header, isBlank, type Layout, numberedColumns, readHeader, readStart } from './tableHeader.ts';
import { isDamaged, unmarked } from './textDamage.ts';

export function csvTable(given: TableText): Promise<SourceTable> {
  const { name, text, encoding, dialect, layout, damage, notices, above } = given;
  const read = rawRows(name, text, new CsvReader({ ...dialect, firstLine: layout.firstLine }));
  const chunks = dialect.quotes ? withoutLateQuotes(read) : read;
  const description = { format: dialect.format, encoding, delimiter: dialect.delimiter };
  return tableOfRows({ name, chunks, layout, damage, notices, above, description });
}

export interface TableRows extends Pick<SourceTable, 'name' | 'description' | 'notices' | 'above'> {
  readonly chunks: AsyncGenerator<RawRow[]>;
  readonly layout: Layout;
  readonly damage: TextDamage;
  /** Names the columns of a sheet that have no name; by default, their number is their name. */
  readonly columnName?: (index: number) => string;
}

/** Finds the header above the rows, also of files of refused rows, whose cells are guarded against formulas. */
export async function tableOfRows(given: TableRows): Promise<SourceTable> {
  const { name, chunks, layout, damage, description } = given;
  const { header, lines, rest, notices, ignored } = await readStart(name, chunks, layout);
  const names = header?.values ?? [];
  const isRefusedFile = isRefusedHeader(names);
  const { columns, notices: renamed } = header
    ? columnsOf(header, isRefusedFile, given.columnName)
    : numberedColumns(rest);
  const watch = header && !isRefusedFile ? new HeaderWatch(name, lines, rest) : undefined;
  // Cells of a sheet are where they are; a delimiter too many moves the values after it.
  const maxExtra =
    description.delimiter === undefined ? Number.POSITIVE_INFINITY : extraValues(names, rest, columns.length);
  const width = { columns: columns.length, maxExtra };
  let isAfterBlank = false;
  function shape(raws: readonly RawRow[]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const raw of raws) {
      const isGap = isAfterBlank;
      isAfterBlank = !raw.fault && !raw.values[0]?.trim() && isBlank(raw);
      if (isAfterBlank) continue;
      const isHeader = !raw.fault && watch?.isHeader(raw, isGap) === true;
      const row = isHeader
        ? { ...raw, skip: 'the row repeats the header' }
        : isRefusedFile
          ? withKeptCells(shapedRow({ ...raw, values: raw.values.map(unguardedCell) }, width), columns)
          : shapedRow(raw, width);
      rows.push(damage.isSeen() ? checked(row, damage) : row);
    }
    return rows;
  }
  return {
    name,
    columns,
    notices: [...given.notices, ...layout.notices, ...notices, ...renamed],
    above: [...(given.above ?? []), ...ignored.map(({ values }) => values.join(' '))],
    description: { ...description, ...(header && { headerLine: header.line }) },
    async *rows() {
      yield shape(rest);
      for await (const rows of chunks) yield shape(rows);
    },
  };
}

async function* rawRows(name: string, text: AsyncIterable<string>, reader: CsvReader) {
  for await (const piece of text) yield inPlace(`${name}, `, () => reader.read(piece));
  yield inPlace(`${name}, `, () => reader.end());
}

/** Refuses values with a blank before their opening quote: quotes there are text, and delimiters between them separate values. */
async function* withoutLateQuotes(chunks: AsyncGenerator<RawRow[]>) {
  for await (const rows of chunks)
    yield rows.map((row) =>
      row.fault || !row.values.some(hasLateQuote) ? row : { ...row, fault: lateQuote },
    );
}

/** ` "Zoll" Rohr` is a text with quotes. */
function hasLateQuote(value: string): boolean {
  if (!value.startsWith(' ') || !/^ +"/.test(value)) return false;
  return value.trimEnd().endsWith('"') || value.split('"').length % 2 === 0;
}

const lateQuote = {
  code: 'row_quotes',
  message: 'the row has a blank between a delimiter and a quote ("): remove the blanks before opening quotes',
};

/** Keeps a header whose encoding is not that of its rows, with a notice: its names are readable. */
function columnsOf({ values }: RawRow, isRefusedFile: boolean, columnName: TableRows['columnName']): Header {
  const names = values.map(unmarked);
  const header = readHeader(isRefusedFile ? names.map(unguardedCell) : names, columnName);
  if (!values.some(isDamaged)) return header;
  const notice = 'the header is not of the encoding of the rows: check the names of its columns';
  return { ...header, notices: [...header.notices, notice] };
}

interface Width {
  readonly columns: number;
  /** Empty values that a row may have after those of the columns. */
  readonly maxExtra: number;
}

function shapedRow(raw: RawRow, { columns, maxExtra }: Width): SourceRow {
  if (raw.fault) return raw;
  const skip = isComment(raw.values, columns) ? 'the row is a comment' : totalsReason(raw.values, columns);
  if (skip !== undefined) return { ...raw, skip };
  return raw.values.length === columns ? raw : fitted(raw, columns, maxExtra);
}

function fitted({ line, values }: RawRow, columns: number, maxExtra: number): SourceRow {
  const extra = values.slice(columns);
  const isLonger = extra.length > 0;
  if (isLonger && extra.length <= maxExtra && extra.every((value) => value === ''))
    return { line, values: values.slice(0, columns) };
  const hint = isLonger ? 'put values that contain the delimiter in quotes' : 'the row may be cut off';
  const message = `the row has ${counted(values.length, 'value')}, but the header has ${counted(columns, 'column')}: ${hint}`;
  return { line, values, fault: { code: 'row_fields', message } };
}

function checked(row: SourceRow, { faultOf }: TextDamage): SourceRow {
  const text = row.values.join('\n');
  if (!isDamaged(text)) return row;
  return { ...row, values: row.values.map(unmarked), fault: row.fault ?? faultOf(text) };
}
