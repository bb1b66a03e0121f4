import Papa, { type Parser } from 'papaparse';
import { ImportError } from '../importError.ts';

/** A row as it stands in the file. */
export interface RawRow {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly values: string[];
  readonly fault?: RowFault;
}

/** Why a row can't be imported; the message does not name the line. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
}

/** Of characters. Without a limit, one lost quote would make a row of the whole file. */
const longestRow = 1024 * 1024;
/** A lost quote costs reading on to the limit; a file that has many of them is not quoted at all. */
const maxLostQuotes = 100;

/**
 * Makes rows of a text that comes in pieces, and goes on behind a row that is broken.
 * Papa Parse splits the text, 2.4 µs for a row of 12 values, where csv-parse takes 8 to 10 µs and, behind an error,
 * loses what else it was given. Papa's own stream is not used: it can't be made to wait.
 */
export class CsvReader {
  readonly #parser: Parser;
  readonly #delimiter: string;
  #rest = '';
  #line = 1;
  #endedWithReturn = false;
  #isSkipping = false;
  #lostQuotes = 0;

  constructor({ delimiter, quotes }: { delimiter: string; quotes: boolean }) {
    this.#delimiter = delimiter;
    // There is no NUL in a text: nothing is a quote then.
    this.#parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: quotes ? '"' : '\0' });
  }

  /** The rows that end in this piece; blank lines are rows of one empty value. Throws ImportError at too many faults. */
  read(text: string): RawRow[] {
    this.#rest += this.#withLineFeeds(text);
    const rows: RawRow[] = [];
    this.#takeRows(rows);
    while (this.#rest.length > longestRow) {
      rows.push(this.#giveUpLine('is longer than 1 MiB: is a quote not closed?', 'row_too_long'));
      this.#takeRows(rows);
    }
    return rows;
  }

  /** The rows that the end of the text ends. */
  end(): RawRow[] {
    const rows = this.#rest === '' || this.#rest.endsWith('\n') ? [] : this.read('\n');
    while (this.#rest !== '') {
      rows.push(this.#giveUpLine('has a quote that is never closed', 'row_quotes'));
      this.#takeRows(rows);
    }
    return rows;
  }

  /** Any kind of line ending as one line feed; the halves of one may come in two pieces. */
  #withLineFeeds(text: string): string {
    const whole = this.#endedWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#endedWithReturn = text.endsWith('\r');
    return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  }

  #takeRows(rows: RawRow[]): void {
    if (this.#isSkipping) this.#skipLine();
    if (this.#rest === '') return;
    const { data, errors, meta } = this.#parser.parse(this.#rest, 0, true);
    const mayHaveLineFeeds = this.#rest.includes('"');
    const broken = new Set(errors.map(({ row }) => row));
    data.forEach((values, place) => {
      const lines = mayHaveLineFeeds ? 1 + lineFeedsIn(values) : 1;
      rows.push({ line: this.#line, values, ...(broken.has(place) && { fault: this.#brokenQuotes(lines) }) });
      this.#line += lines;
    });
    this.#rest = this.#rest.slice(meta.cursor);
  }

  #brokenQuotes(lines: number): RowFault {
    const where = lines === 1 ? '' : ` (up to line ${this.#line + lines - 1})`;
    return { code: 'row_quotes', message: `has a quote inside a quoted value that is not doubled${where}` };
  }

  /** Behind a line that begins a row which can't be read, the next line is tried. */
  #giveUpLine(message: string, code: string): RawRow {
    this.#lostQuotes += 1;
    if (this.#lostQuotes > maxLostQuotes)
      throw new ImportError(
        `line ${this.#line} is one of more than ${maxLostQuotes} whose quotes are never closed, or that are too long`,
      );
    const line = this.#line;
    const values = this.#rest.slice(0, 1000).split('\n', 1)[0]?.split(this.#delimiter) ?? [];
    this.#isSkipping = true;
    return { line, values, fault: { code, message } };
  }

  #skipLine(): void {
    const end = this.#rest.indexOf('\n');
    this.#rest = end === -1 ? '' : this.#rest.slice(end + 1);
    if (end === -1) return;
    this.#isSkipping = false;
    this.#line += 1;
  }
}

function lineFeedsIn(values: readonly string[]): number {
  let count = 0;
  for (const value of values)
    for (let place = value.indexOf('\n'); place !== -1; place = value.indexOf('\n', place + 1)) count += 1;
  return count;
}
