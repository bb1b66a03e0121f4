import { identRuleColumn, isRefusalColumn, refusalColumns } from '../source/refusalColumns.ts';
import type { SourceRow } from '../source/row.ts';
import { byteOrderMark, csvLines } from './csvLines.ts';
import type { Handled } from './outcome.ts';

export interface RefusedTexts {
  readonly heads: readonly string[];
  /** Returns the text to append to each file; '' if no row was refused. */
  of(handled: readonly Handled[]): readonly string[];
}

/** Formats refused rows as CSV: their values as they were, with line, code and reason. Replaces those of an earlier refusal. */
export class RefusedCsv implements RefusedTexts {
  readonly #columns: readonly string[];
  readonly #indexes: readonly number[];
  readonly #delimiter: string | undefined;
  readonly #identRule: readonly string[];

  constructor(columns: readonly string[], delimiter: string | undefined, identRule: string | undefined) {
    this.#identRule = identRule === undefined ? [] : [identRule];
    this.#columns = columns;
    this.#indexes = [...columns.keys()].filter((index) => !isRefusalColumn(columns[index] ?? ''));
    this.#delimiter = delimiter;
  }

  get heads(): readonly string[] {
    const names = this.#indexes.map((index) => this.#columns[index] ?? '');
    const ident = this.#identRule.map(() => identRuleColumn);
    return [byteOrderMark + csvLines([[...names, ...refusalColumns, ...ident]], this.#delimiter)];
  }

  of(handled: readonly Handled[]): readonly string[] {
    return [
      csvLines(
        handled.flatMap((one) => this.#rowOf(one)),
        this.#delimiter,
      ),
    ];
  }

  /** Puts values beyond the header after the reason, so that the reason is in its column. */
  #rowOf({ row, outcome }: Handled): readonly (readonly string[])[] {
    if (outcome.kind !== 'refused') return [];
    const values = this.#indexes.map((index) => row.values[index] ?? '');
    const beyond = row.values.slice(this.#columns.length);
    return [[...values, placeOf(row), outcome.code, outcome.reason, ...this.#identRule, ...beyond]];
  }
}

/** Formats refused lines of JSON Lines: one file has them as they were, another one the reasons, in the same order. */
export class RefusedJsonLines implements RefusedTexts {
  readonly #columns: readonly string[];

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  get heads(): readonly string[] {
    return ['', byteOrderMark + csvLines([refusalColumns])];
  }

  of(handled: readonly Handled[]): readonly string[] {
    const lines = handled.flatMap(({ row, outcome }) =>
      outcome.kind === 'refused' ? [{ row, outcome }] : [],
    );
    const reasons = lines.map(({ row, outcome: { code, reason } }) => [placeOf(row), code, reason]);
    return [lines.map(({ row }) => `${row.text ?? this.#object(row)}\n`).join(''), csvLines(reasons)];
  }

  /** Formats a row of another file in the same archive, which is not JSON Lines. */
  #object({ values }: SourceRow): string {
    return JSON.stringify(
      Object.fromEntries(this.#columns.map((column, index) => [column, values[index] ?? ''])),
    );
  }
}

function placeOf({ file, line }: SourceRow): string {
  return file ? `${file}:${line}` : `${line}`;
}
