import iconv from 'iconv-lite';
import Papa from 'papaparse';
import type { Case } from '../../test/importer/corpus/readCases.ts';
import { type Drawing, drawing } from '../../test/support/random.ts';
import { otherNames } from './columnNames.ts';
import { fitsWorkbook, workbookOf } from './workbookVariants.ts';

export type Table = readonly (readonly string[])[];

/** Form of a variant: everything that does not change what a careful person would store. */
interface Form {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly lineEnd: string;
  readonly encoding: string;
  readonly linesAbove: readonly string[];
  readonly hasBlankLines: boolean;
  /** Comment that stands between some rows. */
  readonly comment: string | undefined;
  /** Extension of a workbook with the table. */
  readonly workbook: 'xlsx' | 'ods' | undefined;
}

/**
 * Draws variants of tables by a seed: delimiter, encoding, order and names of columns, decimal sign, quoting, more columns, blank
 * lines, comments in the table, lines above the header, headers of two lines, line ends, and workbooks. Their records are those
 * of the case; where the header is another one, a question is right, too. Cases say with `keep: all` that their form is their
 * subject.
 */
export function variantsOf(cases: readonly Case[], count: number, seed: number): readonly Case[] {
  const variable = cases.filter(({ keep, extension }) => !keep.includes('all') && /csv|txt/.test(extension));
  if (variable.length === 0) return [];
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const draw = drawing(seed * 100_000 + index);
    return variant(variable[index % variable.length] as Case, draw, `variant ${index} of seed ${seed}`);
  });
}

function variant(one: Case, draw: Drawing, name: string): Case {
  const { data } = new Papa.Parser({ delimiter: delimiterOf(one.text), newline: '\n', quoteChar: '"' }).parse(
    one.text.trimEnd(),
    0,
    false,
  );
  const renamed = changedTable(data, one, draw);
  const table = withSecondHeader(renamed, one, draw);
  const form = drawForm(one, table, draw);
  const hasOtherHeader = form.linesAbove.length > 0 || table.length > data.length || renamed[0] !== data[0];
  const changed = {
    ...one,
    variant: name,
    expected: { ...one.expected, ask: hasOtherHeader ? [] : one.expected.ask },
  };
  if (form.workbook === undefined)
    return { ...changed, text: written(table, form, draw), encoding: form.encoding };
  const rows = withLines(table, form, draw, (text) => [text]);
  return { ...changed, bytes: workbookOf(rows, form.workbook, draw), extension: form.workbook };
}

function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counts = [';', ',', '\t', '|'].map(
    (delimiter) => [delimiter, header.split(delimiter).length] as const,
  );
  return counts.toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? ',';
}

function changedTable(data: Table, { words, keep }: Case, draw: Drawing): Table {
  const [header = []] = data;
  const isWhole = data.every((row) => row.length === header.length) && !keep.includes('order');
  let table = data;
  if (draw.below(10) < 4 && !words.includes('--decimal') && !keep.includes('decimal'))
    table = otherDecimals(table);
  if (!isWhole) return table;
  if (draw.below(10) < 2) table = otherNames(table, words, draw);
  if (draw.below(10) < 4) table = withColumn(table, draw.one(moreColumns));
  if (draw.below(10) < 4) table = shuffledColumns(table, draw);
  return table;
}

/** Writes decimals with the other sign, if all of them have 1, 2 or 4 digits behind it and no sign of thousands. */
function otherDecimals(table: Table): Table {
  const cells = table.slice(1).flat();
  if (cells.some((cell) => /\d[.,']\d{3}(\D|$)/.test(cell) || /\d[.,]\d+[.,]\d/.test(cell))) return table;
  const other = (cell: string) =>
    /^\d+[.,](\d{1,2}|\d{4})$/.test(cell) ? cell.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.')) : cell;
  return table.map((row, index) => (index === 0 ? row : row.map(other)));
}

/** Columns that are not fields of ours. */
const moreColumns = [
  ['Lagerplatz', 'R1-03', 'R2-11', 'R7-02'],
  ['Gewicht (g)', '120', '80', '2000'],
  ['Sachbearbeiter', 'ks', 'mb', 'ks'],
  ['Warehouse bin', 'A-1', 'A-2', 'B-1'],
  ['Unnamed: 7', '', '', ''],
  ['Interner\nVermerk', 'Halle 1\nRegal "3"', '', 'Halle 2'],
];

function withColumn(table: Table, [name = '', ...values]: readonly string[]): Table {
  return table.map((row, index) => [...row, index === 0 ? name : (values[index % values.length] ?? '')]);
}

/** Adds a line with groups of columns above the header, or with units below it, to one of twelve tables. */
function withSecondHeader(table: Table, { words, keep }: Case, draw: Drawing): Table {
  const [header = []] = table;
  const kind = draw.below(24);
  if (kind > 1 || header.length < 4 || keep.length > 0 || words.includes('--header-line')) return table;
  if (kind === 0)
    return [header.map((_, index) => (index % 3 === 0 ? `Block ${index / 3 + 1}` : '')), ...table];
  const units = header.map((name) => (/preis|price|netto|brutto|prix/i.test(name) ? 'EUR' : ''));
  return units.some((unit) => unit !== '') ? [header, units, ...table.slice(1)] : table;
}

function shuffledColumns(table: Table, draw: Drawing): Table {
  const order = (table[0] ?? []).map((_, index) => ({ index, place: draw.below(1e9) }));
  const indexes = order.toSorted((one, other) => one.place - other.place).map(({ index }) => index);
  return table.map((row) => indexes.map((index) => row[index] ?? ''));
}

function drawForm(one: Case, table: Table, draw: Drawing): Form {
  const columns = table[0]?.length ?? 1;
  const delimiter = one.keep.includes('delimiter') ? delimiterOf(one.text) : draw.one([';', ',', '\t', '|']);
  const isRagged = table.some((row) => row.length !== columns);
  return {
    delimiter: isRagged ? delimiterOf(one.text) : delimiter,
    isQuoted: !isRagged && draw.below(10) < 3,
    lineEnd: draw.one(['\n', '\r\n', '\r\n', '\r']),
    encoding: drawEncoding(one, table, draw),
    linesAbove:
      draw.below(10) < 1 ? draw.one([['Export vom 15.01.2026'], ['# Export', '# Stand: heute']]) : [],
    hasBlankLines: draw.below(10) < 2,
    comment: draw.below(10) < 2 && columns > 2 && !isRagged ? draw.one(comments) : undefined,
    workbook: draw.below(10) < 2 && fitsWorkbook(one, table) ? draw.one(['xlsx', 'ods'] as const) : undefined,
  };
}

const comments = ['# checked by KS', '// geprüft', '#', '### Neue Artikel ###'];

function drawEncoding({ encoding, words, keep }: Case, table: Table, draw: Drawing): string {
  if (encoding !== 'utf-8' || words.includes('--encoding') || keep.includes('encoding')) return encoding;
  const text = table.flat().join('');
  const fits =
    !text.includes('\uFFFD') && iconv.decode(iconv.encode(text, 'windows-1252'), 'windows-1252') === text;
  return draw.one([
    'utf-8',
    'utf-8',
    'utf-8 with mark',
    'utf-16',
    ...(fits ? ['windows-1252', 'windows-1252'] : []),
  ]);
}

function written(table: Table, form: Form, draw: Drawing): string {
  const lines = table.map((row) => lineOf(row, form));
  return [...withLines(lines, form, draw, (text) => text), ''].join(form.lineEnd);
}

/** Puts the lines of the form between the rows: blank ones, comments below the header, and those above the header. */
function withLines<Row>(
  rows: readonly Row[],
  form: Form,
  draw: Drawing,
  asRow: (text: string) => Row,
): readonly Row[] {
  const all = rows.flatMap((row, index) => [
    ...(index > 1 && form.comment !== undefined && draw.below(10) < 4 ? [asRow(form.comment)] : []),
    row,
    ...(form.hasBlankLines && draw.below(10) < 3 ? [asRow('')] : []),
  ]);
  return [...form.linesAbove.map(asRow), ...all];
}

function lineOf(row: readonly string[], { delimiter, isQuoted, lineEnd }: Form): string {
  const cells = row.map((cell) => {
    const text = cell.replaceAll('\n', lineEnd);
    const needsQuotes = isQuoted || text.includes(delimiter) || /["\r\n]|^ | $/.test(text);
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return cells.join(delimiter);
}
