import type { Columns } from '../rows/columns.ts';
import type { RowFault } from '../source/sourceRow.ts';
import { type AccountCurrency, currencyCode } from './values/amounts.ts';
import { cellText } from './values/cells.ts';
import { mappedPrices } from './values/divisors.ts';
import { plainWord } from './values/vocabulary.ts';

/** Matches the names of columns for the currency of a row, as `plainWord` writes them. */
export const currencyColumn =
  /^(?:[a-z]*(?:currency|waehrung|devise|monnaie|valuta|moneda|waluta|parabirimi)(?:s?code|kuerzel|id|iso|symbol|zeichen|kennzeichen|vk|verkauf|sales|price|preis)?|whg|iso4217)$/;

/** Finds rows with prices in another currency than the account's. A mapping without price fields has no such rows. */
export function foreignCurrency(
  columns: Columns,
  fields: readonly string[],
  currency: AccountCurrency,
): (values: readonly string[]) => RowFault | undefined {
  if (!fields.some((field) => mappedPrices.includes(field))) return () => undefined;
  const indexes = columns.names.flatMap((name, index) =>
    currencyColumn.test(plainWord(name)) ? [index] : [],
  );
  return (values) => {
    for (const index of indexes) {
      const text = cellText(values[index]);
      if (text === '' || currencyCode(text) === currency.code) continue;
      const column = columns.names[index] ?? '';
      return {
        code: 'currency_foreign',
        message: `article_price: column "${column}" has "${text}", but ${conversionTo(currency)}`,
      };
    }
    return undefined;
  };
}

export function conversionTo({ code, isFromService }: AccountCurrency): string {
  const orSet = isFromService ? '' : ', or set --currency if it is another one';
  return `the account's currency is ${code}: convert the prices${orSet}`;
}
