import type { FieldRules } from '../rules/mappingFile.ts';
import type { Resource } from '../rules/resourceFields.ts';
import { allColumnsOf } from '../rules/valueReader.ts';
import { plainWord } from '../values/vocabulary.ts';
import type { Guess, GuessContext } from './guessContext.ts';

/** `Kod`, `Code` and `Codice` beside a city may be zip codes, or numbers of the customers. */
const codeName = /^(?:kod|code|codice|codigo|cod|cislo|kood|koodi|kodas|kodi)$/;

/** Forms that no number has: `1016 GV`, `SW1A 1AA`, `K1A 0B1`. */
const lettered = /^(?:\d{4} [A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d)$/i;
/** Forms that numbers seldom have: `00-950`, `1000-001`, `110 00`. */
const grouped = /^(?:\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2})$/;
/** Forms that numbers often have, too. */
const plain = /^(?:\d{4,6}|\d{4}[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|[A-Z]\d[A-Z]\d[A-Z]\d)$/i;

interface Facts {
  readonly columns: readonly string[];
  readonly values: (column: string) => readonly string[];
}

/**
 * Finds a column of zip codes that is only called a code, beside a city. It is not certain if its values may be numbers of the
 * customers: those come first in a table, and zip codes stand between street and city.
 */
export function codesOfPlaces(
  resource: Resource,
  fields: FieldRules,
  { columns, values }: Facts,
): { readonly column: string; readonly field: string; readonly isCertain: boolean } | undefined {
  if (resource === 'articles') return undefined;
  const side = resource === 'addresses' ? 'delivery_' : 'bill_';
  const [city] = allColumnsOf(fields[`${side}city`]);
  const hasZips = ['zipcode', 'zip_city'].some((part) => fields[side + part] !== undefined);
  if (city === undefined || hasZips) return undefined;
  const [street] = allColumnsOf(fields[`${side}street`]);
  const found = columns.flatMap((column, index) => {
    const word = plainWord(column);
    const texts = codeName.test(word) ? values(column) : [];
    const areAll = (form: RegExp) => texts.length > 0 && texts.every((text) => form.test(text.trim()));
    const isBetween = columns[index - 1] === street && columns[index + 1] === city;
    // Between street and city, `Číslo` is a house number.
    const arePlain = word !== 'cislo' && areAll(plain);
    const isClear =
      areAll(lettered) || ((index > 0 || isBetween) && areAll(grouped)) || (isBetween && arePlain);
    const isPossible = areAll(grouped) || (index > 0 && arePlain);
    return isClear || isPossible ? [{ column, field: `${side}zipcode`, isCertain: isClear }] : [];
  });
  return found.find(({ isCertain }) => isCertain) ?? found[0];
}

/** Takes a column `Kod` of zip codes for them, also if its name would give the numbers of the customers. */
export function withCodesOfPlaces(
  resource: Resource,
  guessed: Readonly<Record<string, string>>,
  columns: readonly string[],
  known: FieldRules,
  { values }: GuessContext,
): Pick<Guess, 'notices'> & { readonly fields: Readonly<Record<string, string>> } {
  const found = codesOfPlaces(resource, { ...guessed, ...known }, { columns, values });
  const isTaken = found && Object.values(known).some((rule) => allColumnsOf(rule).includes(found.column));
  if (!found?.isCertain || isTaken) return { fields: guessed, notices: [] };
  const { column, field } = found;
  const others = Object.entries(guessed).filter(([, other]) => other !== column);
  const notice = `"${column}" is taken for ${field}, since its values look like zip codes (--column ${field}= leaves it out)`;
  return { fields: { ...Object.fromEntries(others), [field]: column }, notices: [notice] };
}
