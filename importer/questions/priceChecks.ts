import { conversionTo, currencyColumn } from '../mapping/foreignCurrency.ts';
import { headerWords } from '../mapping/guess/amountColumns.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { type AccountCurrency, currencyCode } from '../mapping/values/amounts.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import type { Target } from '../service/target.ts';
import { ImportError } from '../source/importError.ts';

/** Matches the names of columns that say for how many pieces a price is, as `plainWord` writes them. */
const piecesColumn =
  /^(?:preiseinheit|preismenge|preisbasis|preisje|preispro|preisfaktor|pe|price(?:base|per|basis)?(?:quantity)?unit(?:s|quantity)?|pricequantity|priceper|verkaufspreis\d?menge)$/;
const taxColumn =
  /^(?:preis(?:art|typ|kennzeichen)|pricetype|priceincludestax|taxincluded|pricesincludetax|istbrutto|bruttonetto|nettobrutto|isgross)$/;
const taxWords = /^(?:brutto|netto|gross|net)$/i;

/** Throws an ImportError when a column says that prices are for several pieces, or that they include the tax or not. */
export function requirePlainPrices(
  { columns }: Inspection,
  isGross: boolean | undefined,
  file: string,
): void {
  for (const column of columns) {
    if (column.filled === 0) continue;
    if (piecesColumn.test(plainWord(column.name))) refuseSeveralPieces(column, file);
    if (isGross === undefined && saysTax(column))
      throw new ImportError(
        `${file}: column "${column.name}" says whether prices include the tax (${shown([...valuesOf(column).keys()])}): if all of them do, add --price-is-gross; ` +
          'if none does, add --no-price-is-gross; otherwise split the file',
      );
  }
}

/** Throws an ImportError when `--price-is-gross` or `--no-price-is-gross` has no effect, or contradicts the name of the price column. */
export function requireTaxMeaning({ fields }: MappingFile, isGross: boolean | undefined, file: string): void {
  if (isGross === undefined || fields.article_price !== undefined) return;
  const option = isGross ? '--price-is-gross' : '--no-price-is-gross';
  const { article_price_total: gross } = fields;
  if (gross === undefined)
    throw new ImportError(
      `${file}: no column gives a price, so ${option} has no effect: choose one with --column article_price=COLUMN, or leave out the option`,
    );
  if (isGross) return;
  const [column = 'COLUMN'] = allColumnsOf(gross);
  throw new ImportError(
    `${file}: column "${column}" has prices with tax, by its name, so ${option} has no effect: if they are without tax, set --column article_price="${column}", otherwise leave out the option`,
  );
}

/** Ignores texts, such as units: they say nothing of a number of pieces. */
function refuseSeveralPieces(column: ColumnFacts, file: string): void {
  const numbers = [...valuesOf(column).keys()].filter((value) => /^\d/.test(value));
  if (numbers.every((value) => /^1(?:[.,]0+)?(?!\d)/.test(value))) return;
  throw new ImportError(
    `${file}: column "${column.name}" says that prices are for several pieces (${shown(numbers)}): divide the prices by it, and remove the column (remove it also if it only says how many pieces are in a package)`,
  );
}

function saysTax(column: ColumnFacts): boolean {
  const values = [...valuesOf(column).keys()];
  return taxColumn.test(plainWord(column.name)) || values.every((value) => taxWords.test(value));
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
    throw foreignPrices(file, `column "${column.name}" has ${shown(values)}`, currency);
  }
}

function priceCurrency(name: string): string | undefined {
  const words = headerWords(name);
  return words?.kinds.has('price') ? words.currency : undefined;
}

function foreignPrices(file: string, what: string, currency: AccountCurrency): ImportError {
  return new ImportError(`${file}: ${what}, but ${conversionTo(currency)}`);
}

interface CurrencyOptions {
  readonly resource: Resource;
  readonly mapping: MappingOptions;
  readonly target: Target | undefined;
  readonly signal: AbortSignal;
}

/**
 * Adds the currency of the account, which the service names. Without a service, `--currency` stays. Throws an ImportError
 * when `--currency` is another one than the account's.
 */
export async function withAccountCurrency(options: CurrencyOptions): Promise<MappingOptions> {
  const { resource, mapping, target, signal } = options;
  if (resource !== 'articles' || !target) return mapping;
  const currency = await target.currency(signal);
  if (mapping.currency === undefined || mapping.currency === currency)
    return { ...mapping, currency, isServiceCurrency: true };
  throw new ImportError(
    `--currency is ${mapping.currency}, but the account's currency is ${currency}: convert the prices, and leave out --currency`,
  );
}
