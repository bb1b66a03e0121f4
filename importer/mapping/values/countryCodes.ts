import { createRequire } from 'node:module';
import countries, { type LocaleData } from 'i18n-iso-countries/index.js';
import { plainWord } from './vocabulary.ts';

// Node 20 prints a warning when JSON is imported.
const load = createRequire(import.meta.url);

/** Abbreviations in German address books, and common names that the standard lacks. */
const otherNames: Readonly<Record<string, string>> = {
  d: 'de',
  a: 'at',
  b: 'be',
  l: 'lu',
  f: 'fr',
  i: 'it',
  e: 'es',
  fl: 'li',
  uk: 'gb',
  brd: 'de',
  bundesrepublikdeutschland: 'de',
  oesterreich: 'at',
  holland: 'nl',
  tschechien: 'cz',
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

const codes = new Map<string, string>();
for (const language of ['en', 'de']) {
  countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as LocaleData);
  for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
    for (const name of names) codes.set(plainWord(name), code.toLowerCase());
}
for (const [name, code] of Object.entries(otherNames)) codes.set(name, code);
for (const [long, short] of Object.entries(countries.getAlpha3Codes())) {
  codes.set(long.toLowerCase(), short.toLowerCase());
  codes.set(short.toLowerCase(), short.toLowerCase());
}

/** Returns the ISO 3166 alpha-2 code in lower case, for a code or an English or German name. */
export function countryCode(text: string): string | undefined {
  return codes.get(plainWord(text));
}
