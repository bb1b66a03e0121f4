import { grouped } from '../../shared/contract/values/counted.ts';
import { quoted } from '../source/importError.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';
import type { ColumnFacts, Inspection } from './inspectColumns.ts';

export class Columns {
  readonly names: readonly string[];
  readonly #exact: ReadonlyMap<string, number>;
  readonly #loose: ReadonlyMap<string, number>;
  readonly #used = new Set<number>();

  constructor(names: readonly string[]) {
    this.names = names;
    this.#exact = indexesOf(names);
    this.#loose = indexesOf(names.map((name) => name.toLowerCase()));
  }

  /** Prefers an exact name to one in another case. */
  find(name: string): number | undefined {
    const index = this.#exact.get(name) ?? this.#loose.get(name.trim().toLowerCase());
    if (index !== undefined) this.#used.add(index);
    return index;
  }

  findAll(names: readonly string[]): number[] {
    return names.map((name) => this.find(name)).filter((index) => index !== undefined);
  }

  /** Returns the columns that were never found, without those of a file of refused rows. */
  unused(): string[] {
    return this.names.filter((name, index) => !this.#used.has(index) && !isRefusalColumn(name));
  }
}

/** The first of several columns with the same name is used. */
function indexesOf(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, index) => [name, index] as const).toReversed());
}

export function columnsIn({ columns }: Inspection): Columns {
  return new Columns(columns.map(({ name }) => name));
}

/** Ignores the case of names. */
export function factsOf({ columns }: Inspection, names: readonly string[]): readonly ColumnFacts[] {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  return columns.filter(({ name }) => wanted.has(name.toLowerCase()));
}

/** Returns the values with the number of their rows; only some values of a column that has many. */
export function valuesOf({ values, examples }: ColumnFacts): ReadonlyMap<string, number> {
  return values ?? new Map(examples.map((example) => [example, 1]));
}

/** Counts the rows that have one of the values. */
export function rowsOf(values: readonly (readonly [value: string, rows: number])[]): number {
  return values.reduce((sum, [, rows]) => sum + rows, 0);
}

/** Example: `1 row`, `1,234 rows`. */
export function rowsText(rows: number): string {
  return `${grouped(rows)} row${rows === 1 ? '' : 's'}`;
}

const maxShown = 3;

/** Quotes the first values, as examples for a message. */
export function shown(values: readonly string[]): string {
  return quoted(values.slice(0, maxShown));
}
