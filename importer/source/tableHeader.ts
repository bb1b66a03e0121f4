import type { RawRow } from './csvReader.ts';
import type { SourceOptions } from './dialect.ts';
import { groupedHeader, seemsGrouped } from './groupedHeader.ts';
import { answer, ImportError, known } from './importError.ts';
import { headerAnswer, isComment } from './otherRows.ts';
import { isRefusedHeader } from './refusalColumns.ts';
import { withoutAddedZero } from './storedDecimals.ts';

export interface Layout {
  /** Line in which the table begins, counted from 1. */
  readonly firstLine: number;
  readonly isCertain: boolean;
  readonly hasHeader: boolean;
  /** Matches lines above the header that are not read. */
  readonly ignored: RegExp | undefined;
  readonly notices: readonly string[];
}

const datev = /^"?(?:EXTF|DTVF)"?;/;

export function layoutOf(head: string, { headerLine, noHeader, ignoreLines }: SourceOptions): Layout {
  if (headerLine !== undefined && noHeader)
    throw new ImportError("--header-line and --no-header can't be combined: use one of them");
  const ignored = ignoreLines === undefined ? undefined : new RegExp(ignoreLines, 'i');
  const layout = { firstLine: 1, isCertain: true, hasHeader: true, ignored, notices: [] };
  // A file of refused rows has its header in line 1, whatever the imported file had.
  if (isRefusedHeader(head.split(/[\r\n]/, 1)[0] ?? '')) return layout;
  if (headerLine !== undefined) return { ...layout, firstLine: headerLine };
  if (noHeader) return { ...layout, hasHeader: false };
  if (datev.test(head))
    return { ...layout, firstLine: 2, notices: ['a file of DATEV (EXTF): its header is line 2'] };
  return { ...layout, isCertain: false };
}

export function fromLine(text: string, line: number): string {
  let from = 0;
  for (let before = 1; before < line; before += 1) {
    const end = /\r\n|\n|\r/.exec(text.slice(from, from + maxLineLength));
    if (!end) return '';
    from += end.index + end[0].length;
  }
  return text.slice(from);
}

const maxLineLength = 64 * 1024;

const sampleRows = 50;

/**
 * Reads the header, and some rows after it. Throws ImportError when there is no header, or when a title seems to be above
 * it. eBay's reports begin with a line of commas only.
 */
export async function readStart(name: string, chunks: AsyncGenerator<RawRow[]>, layout: Layout) {
  const { rows, hasBlank } = await readSample(chunks);
  const filled = rows.filter((row) => !isBlank(row) && !isDelimiterLine(row));
  if (filled.length === 0) throw new ImportError(withoutRows(name, layout, hasBlank));
  if (!layout.hasHeader) return { header: undefined, lines: [], rest: rows, notices: [], ignored: [] };
  const { header, ignored, notices: ignoredNotices } = headerIn(filled, layout);
  if (header.fault) throw new ImportError(`${name}, line ${header.line} (header): ${header.fault.message}`);
  if (layout.isCertain && layout.firstLine > 1 && header.line !== layout.firstLine)
    throw new ImportError(
      `${name}: line ${layout.firstLine} is empty, so it is not the header: correct --header-line`,
    );
  const from = filled.slice(filled.indexOf(header));
  const joined = groupedHeader(from);
  const wrong = joined || layout.isCertain ? undefined : titleAbove(from);
  if (wrong) throw new ImportError(`${name}: ${wrong}`);
  const lines = joined ? from.slice(0, 2) : [header];
  return {
    header: joined ?? header,
    lines,
    rest: rows.slice(rows.indexOf(lines.at(-1) as RawRow) + 1),
    notices: joined ? [...ignoredNotices, joinedNotice(lines, joined)] : ignoredNotices,
    ignored,
  };
}

function joinedNotice([upper, lower]: readonly RawRow[], joined: RawRow): string {
  const changed = joined.values.filter((value, index) => value !== lower?.values[index]?.trim());
  return `lines ${upper?.line} and ${lower?.line} are read as one header, with names such as ${changed.slice(0, 3).join(', ')}`;
}

/** Leaves out the blank rows before the first other one. */
async function readSample(chunks: AsyncGenerator<RawRow[]>): Promise<{ rows: RawRow[]; hasBlank: boolean }> {
  const rows: RawRow[] = [];
  let hasBlank = false;
  while (rows.length < sampleRows) {
    const { done, value } = await chunks.next();
    if (done) break;
    // No spread: a quote that is never closed makes a megabyte of rows come at once.
    for (const row of value) {
      if (rows.length > 0 || !isBlank(row)) rows.push(row);
      else hasBlank = true;
    }
  }
  return { rows, hasBlank };
}

function withoutRows(name: string, { firstLine }: Layout, hasBlank: boolean): string {
  if (hasBlank) return `${name} has only blank lines${firstLine === 1 ? '' : ` from line ${firstLine} on`}`;
  return firstLine === 1 ? `${name} is empty` : `${name} ends before line ${firstLine}, its header`;
}

/** Skips comments above the header, and lines that the mapping ignores: they have fewer values than the table. */
function headerIn(rows: readonly RawRow[], { ignored, isCertain }: Layout) {
  const width = Math.max(...rows.slice(0, sampleRows).map(filledIn));
  const isIgnored = (row: RawRow) =>
    isComment(row.values, width) || (filledIn(row) < width && ignored?.test(row.values.join(' ')) === true);
  const index = isCertain
    ? 0
    : Math.max(
        0,
        rows.findIndex((row) => !isIgnored(row)),
      );
  const above = rows.slice(0, index);
  const lines = above.map(({ line }) => line);
  const isMapped = above.some(({ values }) => ignored?.test(values.join(' ')));
  const why = isMapped ? 'since the mapping ignores them' : 'since they are comments';
  const notice = `not read, ${why} above the header: line ${lines.join(', ')}`;
  return { header: rows[index] as RawRow, ignored: above, notices: lines.length > 0 ? [notice] : [] };
}

function filledIn({ values }: RawRow): number {
  return values.filter((value) => value.trim() !== '').length;
}

export function isBlank({ values }: RawRow): boolean {
  return values.every((value) => value.trim() === '');
}

function isDelimiterLine({ line, values }: RawRow): boolean {
  return line === 1 && /^sep=/i.test(values[0] ?? '');
}

/**
 * Explains why the first row is not the header: it is a title above it, or already a record. Returns undefined when it may
 * be the header.
 */
function titleAbove(rows: readonly RawRow[]): string | undefined {
  const sample = rows.filter(({ fault }) => !fault).slice(0, sampleRows);
  const [first] = sample;
  if (!first) return undefined;
  const width = usualWidth(sample);
  if (sample.every(hasWholeLine))
    return `each line is one value in quotes, such as ${first.values[0]}: a program has put quotes around whole lines. Remove them, for example with sed 's/^"//; s/"\\r*$//; s/""/"/g' FILE > NEW`;
  const index = sample.findIndex((row) => filledValues(row).length * 2 > width);
  const header = sample[index];
  if (index > 0 && header && isTitle(sample, index, width)) return titleQuestion(first, header);
  if (sample[1] && seemsGrouped(sample)) return titleQuestion(first, sample[1]);
  if (sample.length > 1 && width > 1 && filledValues(first).some((value) => certainValue.test(value)))
    return known(
      'header_is_record',
      [first.line],
      `line ${first.line} looks like a record, not like a header: ${answer('--no-header')} (or ${headerAnswer(first)}, if it is the header)`,
    );
  return undefined;
}

function titleQuestion(title: RawRow, header: RawRow): string {
  return known(
    'title_above',
    [title.line, header.line],
    `line ${title.line} looks like a title; the header seems to be line ${header.line}: ${headerAnswer(header)} (or ${headerAnswer(title)}, if line ${title.line} is the header)`,
  );
}

/** True for a single value in which there are quotes, and signs that separate values. */
function hasWholeLine({ values: [value = '', ...others] }: RawRow): boolean {
  return others.length === 0 && /^[^"]*(?:"[^"]*"[^"]*)+$/.test(value) && /[,;\t|]/.test(value);
}

function isTitle(rows: readonly RawRow[], index: number, width: number): boolean {
  const [header, ...records] = rows.slice(index);
  const names = header ? filledValues(header) : [];
  if (width < 2 || records.length === 0 || names.some((name) => number.test(name))) return false;
  if (new Set(names).size < names.length) return false;
  const alike = records.filter(({ values }) => values.length === header?.values.length);
  return alike.length * 2 >= records.length && filledValues(rows[0] as RawRow).length * 2 <= names.length;
}

/** Matches values such as prices, EANs, dates and e-mail addresses, which are never the name of a column. */
const certainValue =
  /^(?:[-+]?\d{1,3}(?:[.,]?\d{3})*[.,]\d{2}(?: ?(?:€|EUR))?|\d{8,14}|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d(?:[T ].*)?|[^\s@]+@[^\s@]+\.[a-z]{2,})$/i;
const number = /^[-+]?[\d.,:/\s-]*\d[\d.,:/\s-]*(?:€|%|EUR)?$/;

function filledValues({ values }: RawRow): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** Returns how many values most rows have; of two equally frequent numbers, the larger one. */
function usualWidth(rows: readonly RawRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows)
    counts.set(filledValues(row).length, (counts.get(filledValues(row).length) ?? 0) + 1);
  const [usual] = [...counts].toSorted(
    ([width, count], [other, otherCount]) => otherCount - count || other - width,
  );
  return usual?.[0] ?? 0;
}

export interface Header {
  readonly columns: readonly string[];
  readonly notices: readonly string[];
}

/**
 * Gives a second column of the same name a number, and a column without a name its position, or the name that `nameOf`
 * returns: then columns at the end without a name are kept, too.
 */
export function readHeader(given: readonly string[], nameOf?: (index: number) => string): Header {
  const trimmed = given.map(oneLine);
  return nameOf ? named(trimmed, nameOf) : named(withoutEmptyEnd(trimmed), (index) => `column ${index + 1}`);
}

function named(names: readonly string[], nameOf: (index: number) => string): Header {
  const notices: string[] = [];
  const columns = new Set<string>();
  for (const [index, given] of names.entries()) {
    const name = given === '' ? nameOf(index) : given;
    const unique = columns.has(name) ? numbered(name, columns) : name;
    if (given === '') notices.push(`${nameOf(index)} has no name: it is renamed to "${unique}"`);
    else if (unique !== name)
      notices.push(
        `${nameOf(index)} has the same name as another column, "${name}": it is renamed to "${unique}"`,
      );
    columns.add(unique);
  }
  return { columns: [...columns], notices };
}

/** Joins a name that a spreadsheet broke into lines, also at a hyphen. */
function oneLine(name: string): string {
  return withoutAddedZero(name)
    .trim()
    .replace(/-\s*\n\s*(?=\p{Ll})/gu, '')
    .replace(/\s*\n\s*/g, ' ');
}

export function numberedColumns(rows: readonly { readonly values: readonly string[] }[]): Header {
  const first = rows.find(({ values }) => values.some((value) => value.trim() !== ''));
  const columns = (first?.values ?? []).map((_, index) => `${index + 1}`);
  return { columns, notices: [`the columns are called by their numbers, 1 to ${columns.length}`] };
}

/** Spreadsheets write empty columns at the end. */
function withoutEmptyEnd(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

function numbered(name: string, columns: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const candidate = `${name} (${number})`;
    if (!columns.has(candidate)) return candidate;
  }
}
