import { CsvReader } from './csvReader.ts';
import { ImportError } from './importError.ts';

export interface SourceOptions {
  readonly format?: TextFormat;
  /** Name such as `windows-1252`, `cp850` or `utf-8,windows-1252`. */
  readonly encoding?: string;
  /** One character, or a name such as `tab`. */
  readonly delimiter?: string;
  /** Line of the header, counted from 1. */
  readonly headerLine?: number;
  /** Names the columns by their number, since there is no header. */
  readonly noHeader?: boolean;
  readonly ignoreLines?: string;
  /** Name of a sheet of a workbook, or its number, counted from 1. */
  readonly sheet?: string;
  /** Numbers of a sheet as they are stored (the default), or rounded as it shows them. */
  readonly cells?: 'stored' | 'shown';
  /** Rows that a sheet hides, such as by a filter; undefined asks. */
  readonly hiddenRows?: 'import' | 'skip';
}

export type Format = TextFormat | 'xlsx' | 'ods';
type TextFormat = 'csv' | 'tsv' | 'jsonl';

const named: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

const names = Object.keys(named).filter((name) => /^\w+$/.test(name));

export function delimiterName(character: string): string {
  return names.find((name) => named[name] === character) ?? character;
}

/** Throws ImportError when the delimiter is not one character. */
function givenDelimiter({ format, delimiter }: SourceOptions): string | undefined {
  if (delimiter === undefined) return format === 'tsv' ? '\t' : undefined;
  const character = named[delimiter] ?? delimiter;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new ImportError(
    `unknown delimiter ${JSON.stringify(delimiter)}; supported: one character, or ${names.join(', ')}`,
  );
}

export interface Dialect {
  readonly format: Format;
  readonly delimiter: string;
  readonly quotes: boolean;
}

/** The first of equally good ones wins: commas are in texts and numbers, too. */
const delimiters = [';', '\t', '|', ','];
const sampleRows = 200;
const sampleLength = 64 * 1024;

/** Options of the user win over what the beginning of the text shows. */
export function detectDialect(head: string, name: string, options: SourceOptions): Dialect {
  const format = options.format ?? (isJson(head, name) ? 'jsonl' : undefined);
  if (format === 'jsonl') return { format, delimiter: '', quotes: false };
  const delimiter = givenDelimiter(options) ?? delimiterLine(head) ?? detectDelimiter(head);
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    delimiter,
    quotes: delimiter !== '\t' || !isUnquoted(head),
  };
}

export function isJsonLinesName(name: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?\)?$/i.test(name);
}

function isJson(head: string, name: string): boolean {
  return isJsonLinesName(name) || /^\s*(?:\{\s*["}]|\[\s*[{\]])/.test(head);
}

/** Excel writes and reads `sep=;` in the first line. */
function delimiterLine(head: string): string | undefined {
  return /^"?sep=([^\r\n])"?\r?\n/i.exec(head)?.[1];
}

/**
 * Finds the delimiter by which most rows have the same number of values. A comma or a tab may be in many rows of a text,
 * but not in the header: of two delimiters, the table of the right one begins first.
 */
function detectDelimiter(head: string): string {
  const fits = delimiters.map((delimiter) => ({ delimiter, ...fit(head, delimiter) }));
  const start = Math.min(...fits.filter(({ columns }) => columns > 1).map(({ line }) => line));
  const score = ({ columns, share, line }: Fit) => (columns - 1) * share ** 2 * (line > start ? 0.1 : 1);
  const [best] = fits.toSorted((one, other) => score(other) - score(one));
  return best && best.columns > 1 ? best.delimiter : ',';
}

interface Fit {
  readonly columns: number;
  /** Share of the rows that have so many values. */
  readonly share: number;
  /** Line in which the first two of them begin. */
  readonly line: number;
}

function fit(head: string, delimiter: string): Fit {
  const rows = sample(head, { delimiter, quotes: true });
  const counts = new Map<number, number>();
  for (const { values, fault } of rows)
    if (!fault && values.length > 1) counts.set(values.length, (counts.get(values.length) ?? 0) + 1);
  const [usual] = [...counts].toSorted(
    ([columns, count], [others, another]) => (others - 1) * another ** 2 - (columns - 1) * count ** 2,
  );
  const [columns = 0, count = 0] = usual ?? [];
  const isOfTable = (index: number) => rows[index]?.values.length === columns;
  // A title may have as many commas as the rows, but the header between them has not.
  const start = rows.findIndex((_, index) => isOfTable(index) && (isOfTable(index + 1) || rows.length < 3));
  const line = rows[start]?.line ?? Number.POSITIVE_INFINITY;
  return { columns, share: count / rows.length, line };
}

/** Marketplaces write tab-separated reports without quoting: a quote is part of the text there. */
function isUnquoted(head: string): boolean {
  const text = head.slice(0, sampleLength);
  const reader = new CsvReader({ delimiter: '\t', quotes: true });
  try {
    const broken = [...reader.read(text), ...reader.end()].filter(({ fault }) => fault);
    // The head may end inside a quoted value, whose closing quote then comes later.
    return broken.length > (text === head ? 0 : 1);
  } catch {
    return true;
  }
}

function sample(head: string, dialect: Omit<Dialect, 'format'>) {
  const text = head.slice(0, sampleLength);
  // The head may end in the middle of a row; that row is left out.
  const rows = new CsvReader(dialect).read(text === head ? `${text}\n` : text);
  return rows.filter(({ values }) => values.some((value) => value !== '')).slice(0, sampleRows);
}
