import { factsOf, valuesOf } from '../../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../../rows/inspectColumns.ts';
import type { AccountCurrency } from '../values/amounts.ts';
import { countryCode } from '../values/countryCodes.ts';
import { looksLikeCode, percentageIn } from '../values/taxRates.ts';
import { plainWord } from '../values/vocabulary.ts';

interface AccountAndFile {
  readonly currency: AccountCurrency;
  readonly inspection: Inspection | undefined;
}

/** Rates of Germany in percent, with those of 2020. */
const germanRates: ReadonlySet<number> = new Set([0, 5, 7, 16, 19]);
/** Names of columns with the country of the tax, as `plainWord` writes them: not the one an article comes from. */
const countryName =
  /^(?:steuer|tax|vat|ust|mwst|sales|verkaufs?)?(?:land|country|pays|paese|kraj|pais)(?:code|iso\d?|kz)?$/;

/** True if words for rates, such as `reduced`, mean those of Germany: nothing says that the rates are those of another country. */
export function hasGermanRates(
  columns: readonly string[],
  taxRate: number | undefined,
  { currency, inspection }: AccountAndFile,
): boolean {
  if (currency.code !== 'EUR' || !isGerman(taxRate ?? 0)) return false;
  if (!inspection) return true;
  const rates = factsOf(inspection, columns).flatMap((column) => [...valuesOf(column).keys()]);
  return rates.every(isGermanRate) && !isAbroad(inspection);
}

/** The standard, the reduced and the free rate, as an example, by the currency of the account. */
const usualRates: Readonly<Record<string, readonly string[]>> = {
  EUR: ['19', '7', '0'],
  CHF: ['8.1', '2.6', '0'],
  GBP: ['20', '5', '0'],
  PLN: ['23', '8', '0'],
  CZK: ['21', '12', '0'],
  HUF: ['27', '5', '0'],
  SEK: ['25', '12', '0'],
  NOK: ['25', '15', '0'],
};

/** Returns rates to propose; none if they are those of an unknown country. */
export function proposedRates(columns: readonly string[], known: AccountAndFile): readonly string[] {
  const { code } = known.currency;
  const areKnown = code !== 'EUR' || hasGermanRates(columns, undefined, known);
  return areKnown ? (usualRates[code] ?? []) : [];
}

function isGermanRate(text: string): boolean {
  const number = percentageIn(text) ?? /\d+(?:[.,]\d+)?/.exec(text)?.[0] ?? '0';
  const rate = Number(number.replace(',', '.'));
  return isGerman(rate) || looksLikeCode(rate);
}

function isGerman(rate: number): boolean {
  return germanRates.has(rate);
}

function isAbroad({ columns }: Inspection): boolean {
  return columns.some((column) => countryName.test(plainWord(column.name)) && isOtherCountry(column));
}

function isOtherCountry(column: ColumnFacts): boolean {
  const codes = [...valuesOf(column).keys()].map(countryCode);
  return codes.some((code) => code !== undefined) && !codes.includes('de');
}
