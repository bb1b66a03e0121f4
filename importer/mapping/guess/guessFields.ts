import { fieldsOf, type Resource } from '../rules/fields.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { plainWord } from '../values/words.ts';
import { fieldsByName } from './headerNames.ts';

type Rules = MappingFile['fields'];

/** Guesses fields from the names of columns: first our own field names, then common German and English headers. */
export function guessFields(resource: Resource, columns: readonly string[], known: Rules): Rules {
  const names = fieldsByName(resource);
  const guessed = new Map<string, string>();
  for (const column of columns) if (isFree(column.trim(), resource)) guessed.set(column.trim(), column);
  for (const column of columns) {
    const field = names.get(plainWord(column)) ?? '';
    if (isFree(field, resource) && ![...guessed.values()].includes(column)) guessed.set(field, column);
  }
  return withHouseNumbers(withIdent(resource, Object.fromEntries(guessed), known), columns);

  function isFree(field: string, of: Resource): boolean {
    return Object.hasOwn(fieldsOf[of], field) && !guessed.has(field) && !Object.hasOwn(known, field);
  }
}

/** Without a column for external_ident, the customer number is used; rows without one get an ident made from their values. */
function withIdent(
  resource: Resource,
  guessed: Readonly<Record<string, string>>,
  known: Rules,
): Readonly<Record<string, string>> {
  const number = resource === 'customers' ? guessed.customer_nr : undefined;
  const isOpen = guessed.external_ident === undefined && known.external_ident === undefined;
  return number !== undefined && isOpen ? { ...guessed, external_ident: number } : guessed;
}

/** Some programs have a column for house numbers; here they are part of the street. */
function withHouseNumbers(rules: Readonly<Record<string, string>>, columns: readonly string[]): Rules {
  const numbers = new Map(columns.map((column) => [houseNumberPrefix(column), column]));
  const joined = Object.entries(rules).map(([field, column]): [string, Rules[string]] => {
    const number = field.endsWith('_street') ? numbers.get(streetPrefix(column)) : undefined;
    return [field, number === undefined || number === column ? column : { join: [column, number] }];
  });
  return Object.fromEntries(joined);
}

/** `Liefer-Hausnummer` goes with `Liefer-Straße`. */
function houseNumberPrefix(column: string): string | undefined {
  return /^(.*?)(?:hausnummer|hausnr|hnr|housenumber)$/.exec(plainWord(column))?.[1];
}

function streetPrefix(column: string): string {
  return plainWord(column).replace(/(?:strasse|str|street|adresse|address|anschrift)\d?$/, '');
}
