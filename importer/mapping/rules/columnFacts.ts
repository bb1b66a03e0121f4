import type { ColumnFacts, Inspection } from '../../inspection/inspection.ts';
import { countryCode } from '../values/countryCodes.ts';
import { isNoValue } from '../values/noValue.ts';
import { cellText, wholeDigits } from '../values/spreadsheet.ts';
import { plainWord } from '../values/words.ts';

/** Ignores the case of names. */
export function factsOf({ columns }: Inspection, names: readonly string[]): readonly ColumnFacts[] {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase()));
  return columns.filter(({ name }) => wanted.has(name.toLowerCase()));
}

/** Returns the values with the number of their rows; only some values of a column that has many. */
export function valuesOf({ values, examples }: ColumnFacts): ReadonlyMap<string, number> {
  return values ?? new Map(examples.map((example) => [example, 1]));
}

/** Tells whether all values end with `.0`: a spreadsheet or program took the texts for numbers. */
export function areWhole(inspection: Inspection, names: readonly string[]): boolean {
  const values = factsOf(inspection, names).flatMap((column) => [...valuesOf(column).keys()]);
  return values.length > 1 && values.every((value) => wholeDigits(value) !== undefined);
}

const codeName =
  /klasse|class|code|schluessel|(?:tax|vat|steuer|mwst|ust)_?(?:key|id|rules?|type|typ|art|group|gruppe)|kennzeichen|rulesid|kategorie|category/;

export function isCodeColumn(name: string): boolean {
  return codeName.test(plainWord(name));
}

/** Tells whether `NA` is Namibia: the other values are country codes, and no other column of the file has it. */
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
