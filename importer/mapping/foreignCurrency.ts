import { type Columns, valuesOf } from '../rows/columns.ts';
import type { RowFault } from '../source/sourceRow.ts';
import type { Reading } from './rules/steps.ts';
import { type AccountCurrency, currencyCode } from './values/amounts.ts';
import { cellText } from './values/cells.ts';
import { isCurrencyColumn } from './values/currencyNames.ts';
import { mappedPrices } from './values/divisors.ts';

/** Finds rows with prices in another currency than the account's. A mapping without price fields has no such rows. */
export function foreignCurrency(
  columns: Columns,
  fields: readonly string[],
  { currency, inspection }: Pick<Reading, 'currency' | 'inspection'>,
): (values: readonly string[]) => RowFault | undefined {
  if (!fields.some((field) => mappedPrices.includes(field))) return () => undefined;
  const indexes = columns.names.flatMap((name, index) => {
    const facts = inspection?.columns[index];
    return isCurrencyColumn(name, facts ? [...valuesOf(facts).keys()] : []) ? [index] : [];
  });
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
