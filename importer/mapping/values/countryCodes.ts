import { createRequire } from 'node:module';
import countries, { type LocaleData } from 'i18n-iso-countries/index.js';
import { plainWord } from './vocabulary.ts';

// Node 20 prints a warning when JSON is imported.
const load = createRequire(import.meta.url);

/** Abbreviations in German address books, of the VAT and of sports, and common names that the standard lacks. */
const otherNames: Readonly<Record<string, string>> = {
  d: 'de',
  a: 'at',
  b: 'be',
  l: 'lu',
  f: 'fr',
  i: 'it',
  e: 'es',
  h: 'hu',
  s: 'se',
  fl: 'li',
  el: 'gr',
  gre: 'gr',
  ger: 'de',
  sui: 'ch',
  ned: 'nl',
  den: 'dk',
  por: 'pt',
  cro: 'hr',
  bul: 'bg',
  lat: 'lv',
  xi: 'gb',
  uk: 'gb',
  brd: 'de',
  bundesrepublikdeutschland: 'de',
  oesterreich: 'at',
  holland: 'nl',
  tschechien: 'cz',
  cesko: 'cz',
  inghilterra: 'gb',
  angleterre: 'gb',
  anglia: 'gb',
  engeland: 'gb',
  england: 'gb',
  grossbritannien: 'gb',
  greatbritain: 'gb',
  schottland: 'gb',
  scotland: 'gb',
  amerika: 'us',
  america: 'us',
  unitedstates: 'us',
  vereinigtestaaten: 'us',
  usa: 'us',
};

const languages = [
  'en',
  'de',
  'fr',
  'it',
  'pl',
  'nl',
  'es',
  'tr',
  'cs',
  'da',
  'sv',
  'pt',
  'hu',
  'fi',
  'nb',
  'sk',
  'ro',
  'hr',
  'sl',
];

const codes = new Map<string, string>();
for (const language of languages) {
  countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as LocaleData);
  for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
    for (const name of [names].flat()) codes.set(plainWord(name), code.toLowerCase());
}
// Two countries and two islands have these names.
for (const name of ['congo', 'kongo', 'saomartinho']) codes.delete(name);
for (const [name, code] of Object.entries(otherNames)) codes.set(name, code);
for (const [long, short] of Object.entries(countries.getAlpha3Codes())) {
  codes.set(long.toLowerCase(), short.toLowerCase());
  codes.set(short.toLowerCase(), short.toLowerCase());
}

/** Returns the ISO 3166 alpha-2 code in lower case, for a code or a name in one of nineteen languages. */
export function countryCode(text: string): string | undefined {
  return codes.get(plainWord(text));
}
