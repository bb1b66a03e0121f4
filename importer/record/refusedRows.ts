import { isRefusalColumn, refusalColumns } from '../source/refusalColumns.ts';
import { csvLines } from './csvLines.ts';
import type { Handled } from './outcome.ts';

/** Excel reads a file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

/** Formats refused rows: their values as they were, with line, code and reason. Those of an earlier refusal are replaced. */
export class RefusedRows {
  readonly #columns: readonly string[];
  readonly #indexes: readonly number[];
  readonly #delimiter: string | undefined;

  constructor(columns: readonly string[], delimiter: string | undefined) {
    this.#columns = columns;
    this.#indexes = [...columns.keys()].filter((index) => !isRefusalColumn(columns[index] ?? ''));
    this.#delimiter = delimiter;
  }

  /** The first line of such a file. */
  head(): string {
    const names = this.#indexes.map((index) => this.#columns[index] ?? '');
    return byteOrderMark + csvLines([[...names, ...refusalColumns]], this.#delimiter);
  }

  /** The lines of the rows that were refused; empty if there are none. */
  lines(handled: readonly Handled[]): string {
    return csvLines(
      handled.flatMap((one) => this.#rowOf(one)),
      this.#delimiter,
    );
  }

  /** Values beyond the header come after the reason, so that the reason is in its column. */
  #rowOf({ row, outcome }: Handled): readonly (readonly string[])[] {
    if (outcome.kind !== 'refused') return [];
    const values = this.#indexes.map((index) => row.values[index] ?? '');
    const beyond = row.values.slice(this.#columns.length);
    const line = row.file ? `${row.file}:${row.line}` : `${row.line}`;
    return [[...values, line, outcome.code, outcome.reason, ...beyond]];
  }
}
