import type { ColumnFacts, Inspection } from './inspectColumns.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';
import { cellText, isNoValue, wholeDigits } from '../mapping/values/cells.ts';
import { countryCode } from '../mapping/values/countryCodes.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';

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

/** True if all values end with `.0`: a spreadsheet or program took the texts for numbers. */
export function areWhole(inspection: Inspection, names: readonly string[]): boolean {
  const values = factsOf(inspection, names).flatMap((column) => [...valuesOf(column).keys()]);
  return values.length > 1 && values.every((value) => wholeDigits(value) !== undefined);
}

const codeName =
  /klasse|class|code|schluessel|(?:tax|vat|steuer|mwst|ust)_?(?:key|id|rules?|type|typ|art|group|gruppe)|kennzeichen|rulesid|kategorie|category/;

export function isCodeColumn(name: string): boolean {
  return codeName.test(plainWord(name));
}

/** True if `NA` is Namibia: the other values are country codes, and no other column of the file has it. */
export function haveNamibia(inspection: Inspection, names: readonly string[]): boolean {
  const facts = factsOf(inspection, names);
  const values = facts.flatMap((column) => [...valuesOf(column).keys()]);
  const others = values.filter((value) => !isNA(value) && !isNoValue(value));
  const elsewhere = inspection.columns.filter((column) => !facts.includes(column));
  return (
    others.length > 0 &&
    others.every((value) => value.length === 2 && countryCode(value) !== undefined) &&
    !elsewhere.some((column) => [...valuesOf(column).keys()].some(isNA))
  );
}

function isNA(value: string): boolean {
  return value.toUpperCase() === 'NA';
}

export function haveFiveDigits(inspection: Inspection, names: readonly string[]): boolean {
  return factsOf(inspection, names).some((column) =>
    [...valuesOf(column).keys()].some((value) => {
      const zip = cellText(value);
      return /^\d{5}$/.test(wholeDigits(zip) ?? zip);
    }),
  );
}
