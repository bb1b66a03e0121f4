import { currencyCode } from './amounts.ts';
import { plainWord } from './vocabulary.ts';

/** Matches the names of columns for the currency of a row, as `plainWord` writes them. */
const named =
  /^(?:[a-z]*(?:currency|waehrung|devise|monnaie|valuta|moneda|waluta|parabirimi)(?:s?code|kuerzel|id|iso|symbol|zeichen|kennzeichen|vk|verkauf|sales|price|preis)?|whg|iso4217)$/;
const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** A column of codes needs one of these: other codes are words, too, or those of countries. */
const common: ReadonlySet<string> = new Set(
  'EUR USD CHF GBP PLN CZK HUF SEK DKK NOK RON BGN TRY JPY CNY CAD AUD'.split(' '),
);
/** Names that are also units or abbreviations of other words. */
const otherWord = /^(?:fr|pfund|try)\.?$/i;

/** Knows a column for the currency of a row by its name or, whatever its name, if all its values are currencies. */
export function isCurrencyColumn(name: string, values: readonly string[]): boolean {
  return named.test(plainWord(name)) || areCurrencies(values);
}

function areCurrencies(values: readonly string[]): boolean {
  const codes = values.map((value) => (otherWord.test(value) ? '' : currencyCode(value)));
  return codes.every((code) => known.has(code)) && codes.some((code) => common.has(code));
}
