import { answer, ImportError, known } from './importError.ts';

/** True for the words of a line of totals, in the languages of the exports that people have. */
export function isTotalsWord(text: string): boolean {
  return text.length <= maxTotalsLength && totalsWord.test(text);
}

/** A longer text has other words, and the pattern would take long for it. */
const maxTotalsLength = 60;
const totalsWord =
  /^(?:(?:gesamt|zwischen|end|netto|brutto|total)?summen?|(?:gesamt|teil|zwischen|end)?ergebnis(?:se)?|(?:gesamt|total)(?:betrag|wert)?|übertrag|(?:grand |sub)?totals?|(?:total )?sum|sous-total|totaux|somme|r[ée]sultats?|(?:sub)?totale|somma|razem|suma|(?:suma )?(?:całkowita|końcowa)|ogółem|łącznie|(?:sub|eind)?totaal(?:bedrag)?|subtotal|(?:genel |ara )?toplam|celkem|(?:celkový |mezi)?součet|(?:celkový |medzi)?súčet|spolu|összesen|(?:vég|rész)?összeg|(?:del|total|slut)?summa|(?:total|delsum)t?|sammanlagt|i alt|totalt|yhteensä|välisumma|sumă|ukupno|skupaj|kokku|kopā|iš viso|общо|итого|всего|сумма|(?:общий )?итог|разом|всього|(?:γενικό )?σύνολο)(?: (?:netto|brutto|net|gross|eur|€|ht|ttc|g[eé]n[eé]ral|generale|seite|page)[\w .]*| (?:totale?|geral|generală|całkowita|końcowa|complessiv[oa]))?(?: ?\(?\d+[\p{L} .]*\)?)?:?$/iu;
const amount = /^[-+]?[\d.,'\s]*\d[\d.,'\s]*(?:€|%|eur|chf|usd|pln|zł|kč|ft|tl|₺|\$|£)?$/i;

/** First letters of these words: most rows need no closer look. */
const firstLetters = new Set('aAbBcCdDeEgGiIkKlLmMnNoOrRsStTuUvVyYzZłŁöÖüÜвВγΓиИоОрРсСσΣ');

/**
 * Recognizes a line of totals: its first value is a word such as `Summe`, most others are empty, and the rest are amounts.
 * Returns undefined for other rows.
 */
export function totalsReason(values: readonly string[], width: number): string | undefined {
  let first = 0;
  while (first < values.length && values[first] === '') first += 1;
  const text = values[first] ?? '';
  if (!firstLetters.has(text.charAt(text.charAt(0) === ' ' ? 1 : 0)) || !isTotalsWord(text.trim()))
    return undefined;
  const filled = filledOf(values.slice(first + 1));
  const isMostlyEmpty = width > 2 && filled.length <= (width - 1) / 2;
  return isMostlyEmpty && filled.every((value) => amount.test(value))
    ? 'the row is a line of totals'
    : undefined;
}

const commentStart = /^\s*(?:#|\/\/|;)/;

/** Recognizes a line such as `# exported on 1 February`. A header or record that begins with `#` has as many values as the others. */
export function isComment(values: readonly string[], width: number): boolean {
  return width > 1 && commentStart.test(values[0] ?? '') && filledOf(values).length * 2 <= width;
}

interface Row {
  readonly line: number;
  readonly values: readonly string[];
}

/** Minimum share of the rows that have a digit in a column where a header has none. */
const minDigits = 2 / 3;
const digit = /\d/;

/**
 * Finds headers between the records: of a second table, or below the header. The columns that have digits in most of the first
 * rows show them, since a header has words there.
 */
export class HeaderWatch {
  readonly #name: string;
  readonly #header: readonly Row[];
  readonly #digits: readonly number[];
  #isFirst = true;

  /** `header` has one line, or two. */
  constructor(name: string, header: readonly Row[], rows: readonly Row[]) {
    this.#name = name;
    this.#header = header;
    const table = firstTable(rows);
    const names = header.at(-1)?.values ?? [];
    this.#digits = names.flatMap((_, index) => {
      const values = table.map((row) => row.values[index]?.trim() ?? '').filter((value) => value !== '');
      const count = values.filter((value) => digit.test(value)).length;
      return count > 1 && count >= values.length * minDigits ? [index] : [];
    });
  }

  /** Returns true for a row that repeats the header. Throws an ImportError for another header. */
  isHeader({ line, values }: Row, isAfterBlank: boolean): boolean {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (this.#header.some((one) => values[0] === one.values[0] && isRepeated(one, values))) return true;
    const [column = 0] = this.#digits;
    if (!isAfterBlank && (this.#digits.length === 0 || digit.test(values[column] ?? ''))) return false;
    if (!this.#hasNames(values, isAfterBlank)) return false;
    const row = { line, values };
    throw new ImportError(
      `${this.#name}: ${isFirst ? secondHeader(row, this.#header[0]) : secondTable(row)}`,
    );
  }

  #hasNames(values: readonly string[], isAfterBlank: boolean): boolean {
    const filled = filledOf(values);
    if (filled.length < 2 || new Set(filled).size < filled.length) return false;
    const found = filledOf(this.#digits.map((index) => values[index] ?? ''));
    // A record has digits in one of these columns; a narrow table leaves them empty.
    if (isAfterBlank) return this.#digits.length > 0 && filled.every((value) => !digit.test(value));
    return found.length > 1 && found.every((value) => /^\p{L}\D*$/u.test(value));
  }
}

function isRepeated(header: Row, values: readonly string[]): boolean {
  return header.values.every((name, index) => name.trim() === (values[index]?.trim() ?? ''));
}

/** Returns the rows up to a blank line. */
function firstTable(rows: readonly Row[]): readonly Row[] {
  const isBlank = ({ values }: Row) => filledOf(values).length === 0;
  const start = rows.findIndex((row) => !isBlank(row));
  const length = rows.slice(start).findIndex(isBlank);
  return length === -1 ? rows : rows.slice(start, start + length);
}

function secondHeader(row: Row, header: Row | undefined): string {
  return known(
    'second_header',
    [row.line],
    `line ${row.line} looks like a second header: ${headerAnswer(row)}, or remove it if line ${header?.line} is the header`,
  );
}

const maxShownNames = 80;

/** Marks the answer that a line is the header, with what the line has. */
export function headerAnswer({ line, values }: Row): string {
  const names = filledOf(values).join(' · ');
  const shown = names.length > maxShownNames ? `${names.slice(0, maxShownNames)}…` : names;
  return answer(`--header-line ${line}`, shown);
}

function secondTable(row: Row): string {
  return known(
    'second_table',
    [row.line],
    `line ${row.line} looks like the header of a second table: move it and what follows to a file of its own, or correct it if it is a record; ${headerAnswer(row)} imports only that table`,
  );
}

function filledOf(values: readonly string[]): string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '');
}
