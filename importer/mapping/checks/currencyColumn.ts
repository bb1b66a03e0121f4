import type { Inspection } from '../../inspection/inspection.ts';
import { ImportError } from '../../source/importError.ts';
import type { RowFault } from '../../source/row.ts';
import { quoted } from '../../source/words.ts';
import { headerWords } from '../guess/headerWords.ts';
import { valuesOf } from '../rules/columnFacts.ts';
import type { Columns } from '../rules/columns.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { allColumnsOf } from '../rules/valueReader.ts';
import { type AccountCurrency, currencyCode } from '../values/currencies.ts';
import { cellText } from '../values/spreadsheet.ts';
import { plainWord } from '../values/words.ts';

const maxShown = 3;

/** Matches the names of columns for the currency of a row, as `plainWord` writes them. */
const currencyColumn =
  /^(?:[a-z]*(?:currency|waehrung)(?:s?code|kuerzel|id|iso|symbol|zeichen|kennzeichen|vk|verkauf|sales|price|preis)?|whg|iso4217)$/;

const priceFields = ['article_price', 'article_price_total', 'article_purchase_price'];

/** Finds rows with prices in another currency than the account's. A mapping without price fields has no such rows. */
export function foreignCurrency(
  columns: Columns,
  fields: readonly string[],
  currency: AccountCurrency,
): (values: readonly string[]) => RowFault | undefined {
  if (!fields.some((field) => priceFields.includes(field))) return () => undefined;
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

/** Throws an ImportError when the name of the price column, or all values of a column of currencies, are of another currency. */
export function requireCurrency(
  { fields }: MappingFile,
  { columns }: Inspection,
  currency: AccountCurrency,
  file: string,
): void {
  const rules = [fields.article_price ?? [], fields.article_price_total ?? []];
  const priceColumns = rules.flatMap((rule) => allColumnsOf(rule).map((name) => name.toLowerCase()));
  for (const column of columns) {
    const isPrice = priceColumns.length === 0 || priceColumns.includes(column.name.toLowerCase());
    const named = isPrice ? priceCurrency(column.name) : undefined;
    if (named !== undefined && named !== currency.code)
      throw foreignPrices(file, `column "${column.name}" is in ${named}`, currency);
    if (!currencyColumn.test(plainWord(column.name)) || column.filled === 0) continue;
    const values = [...valuesOf(column).keys()];
    if (values.some((value) => currencyCode(value) === currency.code)) continue;
    throw foreignPrices(file, `column "${column.name}" has ${quoted(values.slice(0, maxShown))}`, currency);
  }
}

function priceCurrency(name: string): string | undefined {
  const words = headerWords(name);
  return words?.kinds.has('price') ? words.currency : undefined;
}

function foreignPrices(file: string, what: string, currency: AccountCurrency): ImportError {
  return new ImportError(`${file}: ${what}, but ${conversionTo(currency)}`);
}

function conversionTo({ code, isFromService }: AccountCurrency): string {
  const orSet = isFromService ? '' : ', or set --currency if it is another one';
  return `the account's currency is ${code}: convert the prices${orSet}`;
}
