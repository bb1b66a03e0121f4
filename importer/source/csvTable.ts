import { counted } from '../../shared/contract/values/counted.ts';
import { CsvReader, type RawRow } from './csvReader.ts';
import { inPlace } from './importError.ts';
import { isRefusedHeader } from './refusalColumns.ts';
import type { SourceRow } from './sourceRow.ts';
import type { SourceTable, TableText, TextDamage } from './sourceTable.ts';
import { unguardedCell } from './spreadsheetCells.ts';
import { type Header, isBlank, type Layout, numberedColumns, readHeader, readStart } from './tableHeader.ts';
import { isDamaged, unmarked } from './textDamage.ts';

/** Reads CSV and TSV. */
export function csvTable(given: TableText): Promise<SourceTable> {
  const { name, text, encoding, dialect, layout, damage, notices } = given;
  const chunks = rawRows(name, text, new CsvReader({ ...dialect, firstLine: layout.firstLine }));
  const description = { format: dialect.format, encoding, delimiter: dialect.delimiter };
  return tableOfRows({ name, chunks, layout, damage, notices, description });
}

export interface TableRows extends Pick<SourceTable, 'name' | 'description' | 'notices'> {
  readonly chunks: AsyncGenerator<RawRow[]>;
  readonly layout: Layout;
  readonly damage: TextDamage;
  /** Names the columns of a sheet that have no name; by default, their number is their name. */
  readonly columnName?: (index: number) => string;
}

/** Finds the header above the rows, also of files of refused rows, whose cells are guarded against formulas. */
export async function tableOfRows(given: TableRows): Promise<SourceTable> {
  const { name, chunks, layout, damage, description } = given;
  const { header, rest, notices } = await readStart(name, chunks, layout);
  const names = header?.values ?? [];
  const isRefusedFile = isRefusedHeader(names);
  const { columns, notices: renamed } = header
    ? columnsOf(header, isRefusedFile, given.columnName)
    : numberedColumns(rest);
  function shape(raws: readonly RawRow[]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const raw of raws) {
      if (!raw.fault && !raw.values[0]?.trim() && isBlank(raw)) continue;
      const row = shapedRow(
        isRefusedFile ? { ...raw, values: raw.values.map(unguardedCell) } : raw,
        columns.length,
      );
      rows.push(damage.isSeen() ? checked(row, damage) : row);
    }
    return rows;
  }
  return {
    name,
    columns,
    notices: [...given.notices, ...layout.notices, ...notices, ...renamed],
    description,
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

/** Keeps a header whose encoding is not that of its rows, with a notice: its names are readable. */
function columnsOf({ values }: RawRow, isRefusedFile: boolean, columnName: TableRows['columnName']): Header {
  const names = values.map(unmarked);
  const header = readHeader(isRefusedFile ? names.map(unguardedCell) : names, columnName);
  if (!values.some(isDamaged)) return header;
  const notice = 'the header is not of the encoding of the rows: check the names of its columns';
  return { ...header, notices: [...header.notices, notice] };
}

function shapedRow(raw: RawRow, width: number): SourceRow {
  if (raw.fault) return raw;
  const skip = totalsReason(raw.values, width);
  if (skip !== undefined) return { ...raw, skip };
  return raw.values.length === width ? raw : fitted(raw, width);
}

/** Accepts extra values at the end if they are empty. */
function fitted({ line, values }: RawRow, width: number): SourceRow {
  const isLonger = values.length > width;
  if (isLonger && values.slice(width).every((value) => value === ''))
    return { line, values: values.slice(0, width) };
  const hint = isLonger ? 'put values that contain the delimiter in quotes' : 'the row may be cut off';
  const message = `the row has ${counted(values.length, 'value')}, but the header has ${counted(width, 'column')}: ${hint}`;
  return { line, values, fault: { code: 'row_fields', message } };
}

function checked(row: SourceRow, { faultOf }: TextDamage): SourceRow {
  const text = row.values.join('\n');
  if (!isDamaged(text)) return row;
  return { ...row, values: row.values.map(unmarked), fault: row.fault ?? faultOf(text) };
}

const word =
  /^(?:(?:gesamt|zwischen|end|netto|brutto)?summen?|gesamt(?:betrag|wert)?|(?:grand |sub)?totals?|sous-total|total général|sum)(?: (?:netto|brutto|net|gross|eur|€))?:?$/i;
const amount = /^[-+]?[\d.,'\s]*\d[\d.,'\s]*(?:€|%|eur|chf|usd|\$|£)?$/i;

/** First letters of these words: most rows need no closer look. */
const firstLetters = new Set('zZeEnNbBsSgGtT');

/**
 * Recognizes a line of totals: its first value is a word such as `Summe`, most others are empty, and the rest are amounts.
 * Returns undefined for other rows.
 */
function totalsReason(values: readonly string[], width: number): string | undefined {
  let first = 0;
  while (first < values.length && values[first] === '') first += 1;
  const text = values[first] ?? '';
  if (!firstLetters.has(text.charAt(text.charAt(0) === ' ' ? 1 : 0)) || !word.test(text.trim()))
    return undefined;
  const filled = values.slice(first + 1).filter((value) => value.trim() !== '');
  const isMostlyEmpty = width > 2 && filled.length <= (width - 1) / 2;
  return isMostlyEmpty && filled.every((value) => amount.test(value.trim())) ? totals : undefined;
}

const totals = 'the row is a line of totals';
