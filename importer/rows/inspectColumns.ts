import { maxExternalIdentLength } from '../../shared/contract/resources/field.ts';
import type { Source } from '../source/source.ts';
import { isEmptyCell } from '../source/spreadsheetCells.ts';
import { ColumnSums, type SumRow } from './columnSums.ts';
import { HashSet, hashOf } from './hashSet.ts';
import type { Products } from './ruleTypes.ts';

export interface Inspection {
  readonly rows: number;
  /** True for JSON, where a whole number does not depend on how a program wrote it. */
  readonly isJson: boolean;
  /** Values of the first rows. */
  readonly samples: readonly (readonly string[])[];
  readonly columns: readonly ColumnFacts[];
  readonly above: readonly string[];
  /** Last row, if its numbers are the sums of those above. */
  readonly sumRow?: SumRow | undefined;
  /** Products of which variants take values, if there are any. */
  readonly products?: Products | undefined;
}

/** Facts on the values of a column, as they are in the file, without blanks around them. */
export interface ColumnFacts {
  readonly name: string;
  readonly filled: number;
  /** Rows by the first digit of their value, if it is one. */
  readonly initials: readonly number[];
  /** Rows whose value is the number 0. */
  readonly zeros: number;
  /** Rows whose value an earlier row has: Infinity if there are many, undefined if the file is too large to know. */
  readonly repeats: number | undefined;
  /** True if different texts are certainly different values, since reading changes none of them. */
  readonly isPlain: boolean;
  /** Different values, each with the number of its rows; undefined if there are more than `maxListedValues`. */
  readonly values: ReadonlyMap<string, number> | undefined;
  readonly examples: readonly string[];
  readonly exampleLines: readonly number[];
  /** First lines whose value an earlier row has. */
  readonly repeatLines: readonly number[];
  /** True if the column counts the rows from 0 or 1: the same number is another record in the next file. */
  readonly isCounting: boolean;
}

const maxListedValues = 50;

/** Limit for the hashes of all columns together: an import stays below 160 MB. */
const maxBytes = 24 * 1024 * 1024;
const maxExamples = 5;
const maxRepeatLines = 3;
/** Fewer rows may have these numbers by chance. */
const minCounted = 3;
const maxSamples = 20;
const zeroCode = '0'.charCodeAt(0);
const zero = /^0*(?:[.,]0*)?(?:\D{0,4})$/;
/**
 * Matches texts that reading may change: formulas, escaped texts, numbers that end with `.0`, double blanks, and letters
 * that are not ASCII.
 */
const changed = /^[='"]|[.,]0+$|[^\x20-\x7e]|  /;
/** Capital letters of an e-mail address do not tell it from another one. */
const capital = /[A-Z]/;
/** Share of repeats above which a column identifies nothing, if they are also more than `alwaysCounted`. */
const maxRepeated = 0.02;
const alwaysCounted = 100;

/** Reads all rows of a source. Rows with a fault, those that are not records, and those that are not wanted do not count. */
export async function inspect(
  source: Pick<Source, 'columns' | 'rows' | 'description' | 'above'>,
  isWanted: (values: readonly string[]) => boolean = () => true,
): Promise<Inspection> {
  const columns = source.columns.map((name) => new Column(name));
  const samples: (readonly string[])[] = [];
  const sums = new ColumnSums();
  let rows = 0;
  for await (const chunk of source.rows()) {
    for (const row of chunk) {
      const { values, fault, skip, line } = row;
      if (fault || skip !== undefined || !isWanted(values)) continue;
      rows += 1;
      sums.add(row);
      if (samples.length < maxSamples) samples.push(values);
      // `entries` would make an array for each cell.
      for (let index = 0; index < columns.length; index += 1)
        columns[index]?.add(values[index] ?? '', line, rows);
    }
    limitMemory(columns);
  }
  const isJson = source.description.format === 'jsonl';
  const { above } = source;
  const facts = columns.map((column) => column.facts(rows));
  return { rows, isJson, samples, above, sumRow: sums.sumRow(), columns: facts };
}

/** Forgets the columns with the longest values first, since idents are short. Their `repeats` stay unknown. */
function limitMemory(columns: readonly Column[]): void {
  let bytes = columns.reduce((sum, column) => sum + column.bytes, 0);
  if (bytes <= maxBytes) return;
  for (const column of columns.toSorted((one, other) => other.averageLength - one.averageLength)) {
    if (bytes <= maxBytes) return;
    bytes -= column.bytes;
    column.forget();
  }
}

class Column {
  readonly #name: string;
  #filled = 0;
  readonly #initials = Array.from({ length: 10 }, () => 0);
  #zeros = 0;
  #characters = 0;
  #repeats: number | undefined = 0;
  #isPlain = true;
  #seen: HashSet | undefined = new HashSet();
  #values: Map<string, number> | undefined = new Map();
  readonly #examples: string[] = [];
  readonly #exampleLines: number[] = [];
  readonly #repeatLines: number[] = [];
  #first = 0;
  #isCounting = true;

  constructor(name: string) {
    this.#name = name;
  }

  get bytes(): number {
    return this.#seen?.bytes ?? 0;
  }

  get averageLength(): number {
    return this.#characters / Math.max(this.#filled, 1);
  }

  /** `row` counts the rows from 1. */
  add(cell: string, line: number, row: number): void {
    if (cell === '') return;
    const value = cell.trim();
    if (value === '' || isEmptyCell(value)) return;
    this.#filled += 1;
    if (this.#isCounting) this.#count(value, row);
    const initial = value.charCodeAt(0) - zeroCode;
    if (initial >= 0 && initial <= 9) {
      this.#initials[initial] = (this.#initials[initial] ?? 0) + 1;
      if (initial === 0 && zero.test(value)) this.#zeros += 1;
    }
    if (this.#examples.length < maxExamples) {
      this.#examples.push(value);
      this.#exampleLines.push(line);
    }
    if (this.#values) {
      this.#values.set(value, (this.#values.get(value) ?? 0) + 1);
      if (this.#values.size > maxListedValues) this.#values = undefined;
    }
    if (!this.#seen) return;
    this.#characters += value.length;
    if (this.#isPlain && (changed.test(value) || (value.includes('@') && capital.test(value))))
      this.#isPlain = false;
    if (value.length > maxExternalIdentLength) this.#stopCounting(Number.POSITIVE_INFINITY);
    else if (!this.#seen.add(hashOf(value))) this.#addRepeat((this.#repeats ?? 0) + 1, line);
  }

  #count(value: string, row: number): void {
    if (this.#filled === 1) this.#first = Number(value) - row;
    this.#isCounting = Number(value) - row === this.#first && (this.#first === 0 || this.#first === -1);
  }

  #addRepeat(repeats: number, line: number): void {
    this.#repeats = repeats;
    if (this.#repeatLines.length < maxRepeatLines) this.#repeatLines.push(line);
    const isMany = repeats > Math.max(alwaysCounted, this.#filled * maxRepeated);
    if (isMany) this.#stopCounting(Number.POSITIVE_INFINITY);
  }

  /** Frees most of the memory; `repeats` becomes undefined. */
  forget(): void {
    this.#stopCounting(undefined);
  }

  #stopCounting(repeats: number | undefined): void {
    this.#repeats = repeats;
    this.#seen = undefined;
  }

  facts(rows: number): ColumnFacts {
    return {
      name: this.#name,
      filled: this.#filled,
      initials: this.#initials,
      zeros: this.#zeros,
      repeats: this.#repeats,
      isPlain: this.#isPlain,
      values: this.#values,
      examples: this.#examples,
      exampleLines: this.#exampleLines,
      repeatLines: this.#repeatLines,
      isCounting: this.#isCounting && this.#filled === rows && rows >= minCounted,
    };
  }
}
