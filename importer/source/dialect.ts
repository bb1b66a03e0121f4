import { CsvReader } from './csvReader.ts';
import { type Format, givenDelimiter, type Options } from './options.ts';

/** How the records of a text are written. */
export interface Dialect {
  readonly format: Format;
  readonly delimiter: string;
  /** Whether values may stand in double quotes. */
  readonly quotes: boolean;
}

const delimiters = [',', ';', '\t', '|'];
/** Rows that are compared to detect the delimiter. */
const sampleRows = 20;
const sampleLength = 64 * 1024;

/** Detects how a text is written, from its beginning and from what the user says. */
export function detectDialect(head: string, name: string, options: Options): Dialect {
  const format = options.format ?? (isJsonLines(head, name) ? 'jsonl' : undefined);
  if (format === 'jsonl') return { format, delimiter: '', quotes: false };
  const delimiter = givenDelimiter(options) ?? delimiterLine(head) ?? detectDelimiter(head);
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    delimiter,
    quotes: delimiter !== '\t' || !isUnquoted(head),
  };
}

function isJsonLines(head: string, name: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?\)?$/i.test(name) || /^\s*\{\s*(?:"|\})/.test(head);
}

/** Excel writes and reads `sep=;` in the first line. */
function delimiterLine(head: string): string | undefined {
  return /^"?sep=([^\r\n])"?\r?\n/i.exec(head)?.[1];
}

/** The delimiter with which the header has the most columns, and the most rows have as many values as the header. */
function detectDelimiter(head: string): string {
  const counts = delimiters.map((delimiter) => ({ delimiter, ...fit(head, delimiter) }));
  const [best] = counts.toSorted((one, other) => other.columns * other.rows - one.columns * one.rows);
  return best && best.columns > 1 ? best.delimiter : ',';
}

function fit(head: string, delimiter: string): { columns: number; rows: number } {
  const rows = sample(head, { delimiter, quotes: true }).filter(({ fault }) => !fault);
  const columns = rows[0]?.values.length ?? 0;
  return { columns, rows: rows.filter(({ values }) => values.length === columns).length };
}

/** Marketplaces write tab-separated reports without quoting: there, a quote is part of the text. */
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
