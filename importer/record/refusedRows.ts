import type { Handled } from '../outcome.ts';
import { isRefusalColumn, refusalColumns } from '../refusalColumns.ts';
import { csvLines } from './csvLines.ts';

/** Excel takes a file for UTF-8 only when it begins with it. */
const byteOrderMark = '\uFEFF';

/** Writes refused rows as they were, with where and why; without what an earlier refusal said. */
export class RefusedRows {
  readonly #columns: readonly string[];
  readonly #places: readonly number[];
  readonly #delimiter: string | undefined;

  constructor(columns: readonly string[], delimiter: string | undefined) {
    this.#columns = columns;
    this.#places = [...columns.keys()].filter((place) => !isRefusalColumn(columns[place] ?? ''));
    this.#delimiter = delimiter;
  }

  /** The first line of such a file. */
  head(): string {
    const names = this.#places.map((place) => this.#columns[place] ?? '');
    return byteOrderMark + csvLines([[...names, ...refusalColumns]], this.#delimiter);
  }

  /** The lines of those that were refused; empty when none was. */
  lines(handled: readonly Handled[]): string {
    return csvLines(
      handled.flatMap((one) => this.#rowOf(one)),
      this.#delimiter,
    );
  }

  /** Values beyond the header stand behind the reason, so that the reason is under its heading. */
  #rowOf({ row, outcome }: Handled): readonly (readonly string[])[] {
    if (outcome.kind !== 'refused') return [];
    const values = this.#places.map((place) => row.values[place] ?? '');
    const beyond = row.values.slice(this.#columns.length);
    const line = row.file ? `${row.file}:${row.line}` : `${row.line}`;
    return [[...values, line, outcome.code, outcome.reason, ...beyond]];
  }
}
