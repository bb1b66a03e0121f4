import type { SourceRow } from '../source/sourceRow.ts';

/** Last row of a file whose numbers are the sums of those above. */
export interface SumRow {
  readonly line: number;
  readonly file: string | undefined;
  /** Columns of these numbers. */
  readonly indexes: readonly number[];
}

/** A row may have the sum of a single column, or of two rows, by chance. */
const minColumns = 2;
const minRows = 2;

/** Matches numbers with either decimal sign, also beside a currency. A longer text is not an amount. */
const number = /^[^\d\s.,-]{0,3}\s?(-?\d[\d.,']*)\s?[^\d\s.,-]{0,3}$/;
const maxLength = 24;

interface Sums {
  /** Sum of the values if their decimal sign is a comma. */
  comma: number;
  /** Sum of the values if their decimal sign is a point. */
  point: number;
  rows: number;
}

/** Mark of a column with a value that is not an amount. Its cells are not read any more, since each one costs time. */
const ofTexts = null;

/** Finds a line of totals at the end of a file, whatever its language, by its numbers. */
export class ColumnSums {
  readonly #sums: (Sums | typeof ofTexts)[] = [];
  #last: SourceRow | undefined;

  add(row: SourceRow): void {
    if (this.#last) this.#count(this.#last.values);
    this.#last = row;
  }

  #count(values: readonly string[]): void {
    // `entries` would make an array for each cell.
    for (let index = 0; index < values.length; index += 1) {
      const value = (values[index] ?? '').trim();
      if (value === '' || this.#sums[index] === ofTexts) continue;
      const found = digitsOf(value);
      if (found === undefined) this.#sums[index] = ofTexts;
      else addTo((this.#sums[index] ??= { comma: 0, point: 0, rows: 0 }), found);
    }
  }

  /** Returns the last row if all of its numbers are sums. */
  sumRow(): SumRow | undefined {
    const values = this.#last?.values ?? [];
    const indexes = values.flatMap((value, index) => (digitsOf(value) === undefined ? [] : [index]));
    const areSums = indexes.every((index) => this.#isSum(values[index], this.#sums[index]));
    if (!this.#last || indexes.length < minColumns || !areSums) return undefined;
    return { line: this.#last.line, file: this.#last.file, indexes };
  }

  #isSum(value: string | undefined, sums: Sums | typeof ofTexts | undefined): boolean {
    const found = digitsOf(value);
    if (found === undefined || !sums || sums.rows < minRows) return false;
    return isSame(withComma(found), sums.comma) || isSame(withPoint(found), sums.point);
  }
}

function addTo(sums: Sums, digits: string): void {
  const isWhole = wholeNumber.test(digits);
  sums.comma += isWhole ? Number(digits) : withComma(digits);
  sums.point += isWhole ? Number(digits) : withPoint(digits);
  sums.rows += 1;
}

const wholeNumber = /^-?\d+$/;

function digitsOf(value: string | undefined): string | undefined {
  if (value === undefined || value === '' || value.length > maxLength) return undefined;
  return number.exec(value.trim())?.[1];
}

function withComma(digits: string): number {
  return Number(digits.replace(/[.']/g, '').replace(',', '.'));
}

function withPoint(digits: string): number {
  return Number(digits.replace(/[,']/g, ''));
}

function isSame(one: number, other: number): boolean {
  return other !== 0 && Math.abs(one - other) <= Math.abs(other) * 1e-9;
}
