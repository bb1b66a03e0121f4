import { fieldsOf, type Resource } from './fields.ts';
import { fieldsByName } from './headerNames.ts';
import type { MappingFile } from './mappingFile.ts';
import { plainWord } from './words.ts';

type Rules = MappingFile['fields'];

/** Guesses fields from the names of columns: our own names first, then what German and English headers say. */
export function guessFields(resource: Resource, columns: readonly string[], known: Rules): Rules {
  const names = fieldsByName(resource);
  const guessed = new Map<string, string>();
  for (const column of columns) if (isFree(column.trim(), resource)) guessed.set(column.trim(), column);
  for (const column of columns) {
    const field = names.get(plainWord(column)) ?? '';
    if (isFree(field, resource) && ![...guessed.values()].includes(column)) guessed.set(field, column);
  }
  return withHouseNumbers(Object.fromEntries(guessed), columns);

  function isFree(field: string, of: Resource): boolean {
    return Object.hasOwn(fieldsOf[of], field) && !guessed.has(field) && !Object.hasOwn(known, field);
  }
}

const houseNumber = /^(.*?)(?:hausnummer|hausnr|hnr|housenumber)$/;

/** Some programs have house numbers in columns of their own; ours belong to the street. */
function withHouseNumbers(rules: Readonly<Record<string, string>>, columns: readonly string[]): Rules {
  const numbers = columns.filter((column) => houseNumber.test(plainWord(column)));
  const joined: Record<string, Rules[string]> = { ...rules };
  for (const [field, street] of Object.entries(rules)) {
    if (!field.endsWith('_street')) continue;
    const number = numbers.find((column) => startsAlike(column, street, numbers));
    if (number !== undefined && number !== street) joined[field] = { join: [street, number] };
  }
  return joined;
}

/** `Liefer-Hausnummer` goes with `Liefer-Straße`; a prefix that there is only one of, with any. */
function startsAlike(number: string, street: string, numbers: readonly string[]): boolean {
  const prefix = houseNumber.exec(plainWord(number))?.[1] ?? '';
  const isOfOther = prefix === '' && numbers.some((other) => other !== number && prefixOf(other, street));
  return (
    !isOfOther &&
    (prefix === '' ? !/^(?:liefer|ship|deliver|versand)/.test(plainWord(street)) : prefixOf(number, street))
  );
}

function prefixOf(number: string, street: string): boolean {
  const prefix = houseNumber.exec(plainWord(number))?.[1] ?? '';
  return prefix !== '' && plainWord(street).startsWith(prefix);
}
