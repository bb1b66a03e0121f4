import Papa, { type Parser } from 'papaparse';
import { ImportError } from './importError.ts';
import type { RowFault } from './sourceRow.ts';

export interface RawRow {
  /** Line in which the row begins, counted from 1. */
  readonly line: number;
  readonly values: string[];
  readonly fault?: RowFault;
}

export interface CsvOptions {
  readonly delimiter: string;
  readonly quotes: boolean;
  readonly firstLine?: number;
}

/** Characters. Without a limit, a quote that is never closed would make one row of the rest of the file. */
const maxRowLength = 1024 * 1024;
/** Each unclosed quote costs reading up to `maxRowLength`. A file with many of them does not use quotes as CSV does. */
const maxUnclosedQuotes = 100;

/**
 * Turns a text that arrives in pieces into rows, and continues after a broken row. Papa Parse splits the text: it takes 2.4
 * µs for a row of 12 values. csv-parse takes 8 to 10 µs and, after an error, loses the rest of the piece. Papa's own stream
 * is not used because it has no backpressure.
 */
export class CsvReader {
  readonly #parser: Parser;
  readonly #delimiter: string;
  #rest = '';
  #line = 1;
  readonly #firstLine: number;
  #endedWithReturn = false;
  #isSkipping = false;
  #unclosedQuotes = 0;

  constructor({ delimiter, quotes, firstLine = 1 }: CsvOptions) {
    this.#firstLine = firstLine;
    this.#delimiter = delimiter;
    // No text contains NUL, so nothing is a quote then.
    this.#parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: quotes ? '"' : '\0' });
  }

  /**
   * Returns the rows that end in this piece; a blank line is a row of one empty value. Throws ImportError after too many
   * unclosed quotes.
   */
  read(text: string): RawRow[] {
    this.#rest += this.#withLineFeeds(text);
    while (this.#line < this.#firstLine && this.#rest !== '') this.#dropLine();
    const rows: RawRow[] = [];
    this.#takeRows(rows);
    while (this.#rest.length > maxRowLength) {
      rows.push(
        this.#giveUpLine(
          'the row is longer than 1 MiB: look for a quote (") that is never closed',
          'row_too_long',
        ),
      );
      this.#takeRows(rows);
    }
    return rows;
  }

  end(): RawRow[] {
    const rows = this.#rest === '' || this.#rest.endsWith('\n') ? [] : this.read('\n');
    while (this.#rest !== '') {
      rows.push(this.#giveUpLine('the row has a quote (") that is never closed', 'row_quotes'));
      this.#takeRows(rows);
    }
    return rows;
  }

  /** Turns every line ending into one line feed; CR and LF may arrive in two pieces. */
  #withLineFeeds(text: string): string {
    const whole = this.#endedWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endedWithReturn = text.endsWith('\r');
    return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  }

  #takeRows(rows: RawRow[]): void {
    if (this.#isSkipping) this.#isSkipping = !this.#dropLine();
    if (this.#rest === '') return;
    const { data, errors, meta } = this.#parser.parse(this.#rest, 0, true);
    const mayHaveLineFeeds = this.#rest.includes('"');
    const broken = new Set(errors.map(({ row }) => row));
    data.forEach((values, index) => {
      const lines = mayHaveLineFeeds ? 1 + lineFeedsIn(values) : 1;
      const fault = this.#quoteFault(values, lines, broken.has(index));
      rows.push(fault ? { line: this.#line, values, fault } : { line: this.#line, values });
      this.#line += lines;
    });
    this.#rest = this.#rest.slice(meta.cursor);
  }

  #quoteFault(values: readonly string[], lines: number, isBroken: boolean): RowFault | undefined {
    const last = this.#line + lines - 1;
    if (isBroken) {
      const where = lines === 1 ? '' : ` (the row ends in line ${last})`;
      const message = `the row has a quote (") inside a quoted value: write it twice ("")${where}`;
      return { code: 'row_quotes', message };
    }
    if (lines === 1 || !hasUnclosedQuote(values, this.#delimiter)) return undefined;
    const message = `a quote (") that is never closed makes one row of the lines ${this.#line} to ${last}: correct the quotes in these lines`;
    return { code: 'row_quotes', message };
  }

  /** Gives up the line in which an unreadable row begins; reading continues with the next line. */
  #giveUpLine(message: string, code: string): RawRow {
    this.#unclosedQuotes += 1;
    if (this.#unclosedQuotes > maxUnclosedQuotes)
      throw new ImportError(
        `line ${this.#line}: more than ${maxUnclosedQuotes} rows have a quote (") that is never closed, or are longer than 1 MiB: correct the quotes, or check --delimiter`,
      );
    const line = this.#line;
    const values = this.#rest.slice(0, 1000).split('\n', 1)[0]?.split(this.#delimiter) ?? [];
    this.#isSkipping = true;
    return { line, values, fault: { code, message } };
  }

  /** Returns true if the line ends in what was read. */
  #dropLine(): boolean {
    const end = this.#rest.indexOf('\n');
    this.#rest = end === -1 ? '' : this.#rest.slice(end + 1);
    if (end === -1) return false;
    this.#line += 1;
    return true;
  }
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let index = text.indexOf(part); index !== -1; index = text.indexOf(part, index + part.length))
    count += 1;
  return count;
}

function lineFeedsIn(values: readonly string[]): number {
  let count = 0;
  for (const value of values) count += countOf(value, '\n');
  return count;
}

/** Minimum of columns: with fewer, a text may have as many delimiters as a row. */
const minWidth = 4;

/**
 * Detects a quote that is never closed and took the rows after it into a value: such a value has as many line ends as rows,
 * with the delimiters of each, and no blanks after them, which a text would have.
 */
function hasUnclosedQuote(values: readonly string[], delimiter: string): boolean {
  if (values.length < minWidth) return false;
  return values.some((value) => {
    const lines = countOf(value, '\n');
    if (lines === 0 || countOf(value, delimiter) !== lines * (values.length - 1)) return false;
    return !value.includes(`${delimiter} `);
  });
}
