import { isFirstName } from './nameKinds.ts';
import { plainWord } from './vocabulary.ts';

const lastNames =
  'nachname|familienname|name|lastname|surname|familyname|nomdefamille|nom|cognome|nazwisko|achternaam|apellidos?|soyadi?|efternavn|efternamn|prijmeni';
const firstNames = 'vorname|firstname|givenname|prenom|nome|imie|voornaam|nombre|adi?|fornavn|foernamn|jmeno';
const lastFirst = new RegExp(`(?:${lastNames})(?:und|and|et|en|e|i|y|a)?(?:${firstNames})s?$`);

/** True if the name of a column says that last names come first: `Nachname Vorname`, `Nom Prénom`. */
export function saysLastFirst(column: string): boolean {
  return lastFirst.test(plainWord(column));
}

/** Words before a last name that belong to it. */
const particle =
  /^(?:van|von|vom|zu|zum|zur|de|del|della|di|da|dos|du|le|la|den|der|ter|ten|el|al|mac|mc|st\.?)$/i;

/**
 * Splits a name whose last name comes first: the first names are the known ones at its end, or its last word if the words before
 * are a single last name. Returns undefined if that is unclear.
 */
export function splitLastFirst(name: string): readonly [last: string, first: string] | undefined {
  const words = name.split(/\s+/);
  if (words.length === 1) return [name, ''];
  let start = words.length;
  while (start > 1 && isFirstName(words[start - 1] ?? '')) start -= 1;
  const isLone = words.slice(0, -2).every((word) => particle.test(word));
  if (start === words.length && isLone) start -= 1;
  if (start === words.length || words.slice(0, start).every((word) => particle.test(word))) return undefined;
  return [words.slice(0, start).join(' '), words.slice(start).join(' ')];
}

/** True for two words of which only the second one is known as a first name: `Müller Hans`. */
export function seemsLastFirst(name: string): boolean {
  const [one = '', other = '', ...more] = name.trim().split(/\s+/);
  return more.length === 0 && other !== '' && !one.endsWith(',') && !isFirstName(one) && isFirstName(other);
}

/** True for two words of which only the first one is known as a first name. */
export function seemsFirstLast(name: string): boolean {
  const [one = '', other = '', ...more] = name.trim().split(/\s+/);
  return more.length === 0 && other !== '' && isFirstName(one) && !isFirstName(other);
}
