import { conversionTo } from '../mapping/foreignCurrency.ts';
import { headerWords } from '../mapping/guess/amountColumns.ts';
import { taxMeaning } from '../mapping/guess/priceNames.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { type AccountCurrency, currencyCode } from '../mapping/values/amounts.ts';
import { isCurrencyColumn } from '../mapping/values/currencyNames.ts';
import { mappedPrices } from '../mapping/values/divisors.ts';
import { flags, plainWord } from '../mapping/values/vocabulary.ts';
import { type Columns, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import type { Target } from '../service/target.ts';
import { answer, ImportError, quoted } from '../source/importError.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';
import { priceOption } from './priceColumns.ts';

const taxColumn =
  /^(?:preis(?:art|typ|kennzeichen)|pricetype|priceincludestax|taxincluded|pricesincludetax|istbrutto|bruttonetto|nettobrutto|isgross)$/;
/** Names of flags, if the values say yes or no: a column `inkl. MwSt` may also have prices. */
const taxFlag =
  /^(?:(?:price|preis)?(?:is|are|ist)?(?:incl(?:uded|uding|udes|usive|us)?|inkl(?:usive)?|inc|mit|with|avec|con)(?:tax|vat|mwst|ust|steuer|tva|iva|btw|moms)|(?:tax|vat|mwst|ust|steuer|tva|iva|btw|moms)(?:incl(?:uded|usive|use|usa|uido)?|inkl(?:usive)?|enthalten|inbegriffen|inbegrepen))$/;
const taxWords =
  /^(?:brutto|netto|gross|net|bruto|lordo|ttc|ht|htva|tvac|in[ck]l|excl|exkl|inclusive|exclusive|inklusive|exklusive|included|excluded|inclusief|exclusief|inbegriffen|enthalten)$/;
/** Values of cash registers for how a price is entered. */
const entryWords = /^(?:fixed|variable|per[ _]unit|festpreis)$/i;

/** Throws an ImportError when a column says that prices are for larger quantities, or that they include the tax or not. */
export function requirePlainPrices(
  { fields, only = [] }: MappingFile,
  { columns, above }: Inspection,
  isGross: boolean | undefined,
  file: string,
): void {
  const netNames = allColumnsOf(fields.article_price);
  if (isGross === undefined && netNames.some((name) => taxMeaning(name) !== 'net'))
    refuseGrossTitle(above, file);
  const mapped = mappedPrices.flatMap((field) => allColumnsOf(fields[field]));
  const used = Object.values(fields).flatMap(allColumnsOf);
  for (const column of columns) {
    if (column.filled === 0 || mapped.includes(column.name) || isRefusalColumn(column.name)) continue;
    refuseTiers(column, mapped, only, file);
    if (isGross === undefined && saysTax(column, used.includes(column.name)))
      throw new ImportError(
        `${file}: column "${column.name}" says whether prices include the tax (${shown([...valuesOf(column).keys()])}): if all of them do, add ${answer('--price-is-gross')}; ` +
          `if none does, add ${answer('--no-price-is-gross')}; otherwise split the file`,
      );
  }
}

/** A title such as `Preisliste, alle Preise inkl. MwSt.` speaks of all prices of the file. */
function refuseGrossTitle(above: readonly string[], file: string): void {
  const title = above.find((line) => taxMeaning(line) === 'gross');
  if (title === undefined) return;
  throw new ImportError(
    `${file}: the lines above the header say that prices include the tax (${quoted([title.trim()])}): if they do, add ${answer('--price-is-gross')}; if not, add ${answer('--no-price-is-gross')}`,
  );
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
    `${file}: column "${column}" has prices with tax, by its name, so ${option} has no effect: if they are without tax, set ${answer(`--column article_price="${column}"`)}, otherwise leave out the option`,
  );
}

/**
 * Drops the gross prices of a preset if the name of the price column says net: a preset does not know that column. The user's own
 * setting stays.
 */
export function withNamedMeaning(
  file: MappingFile,
  columns: Columns,
  options: Pick<MappingOptions, 'priceIsGross' | 'file'>,
): MappingFile {
  const { price_is_gross: isGross, ...others } = file;
  if (!isGross || isTaxSaid(file, options)) return file;
  const found = columns.findAll(allColumnsOf(file.fields.article_price));
  return found.some((index) => taxMeaning(columns.names[index] ?? '') === 'net') ? others : file;
}

/** True if the user has said whether prices include the tax, with an option or in a mapping file. */
function isTaxSaid(
  { price_is_gross: isGross }: MappingFile,
  { priceIsGross, file }: Pick<MappingOptions, 'priceIsGross' | 'file'>,
): boolean {
  return priceIsGross !== undefined || (file !== undefined && isGross !== undefined);
}

/** Throws an ImportError when the user chose a column for net prices whose name says gross, or the other way round. */
export function requireNamedMeaning(mapping: MappingFile, options: MappingOptions, file: string): void {
  if (isTaxSaid(mapping, options)) return;
  const { article_price: net, article_price_total: gross } = options.columns ?? {};
  if (net !== undefined && taxMeaning(net) === 'gross' && !mapping.price_is_gross)
    throw new ImportError(
      `${file}: column "${net}" has prices with tax, by its name, but --column article_price takes it for prices without: use ${priceOption(net, 'article_price_total')} instead, or add ${answer('--no-price-is-gross')} if they are without tax`,
    );
  if (gross !== undefined && taxMeaning(gross) === 'net')
    throw new ImportError(
      `${file}: column "${gross}" has prices without tax, by its name, but --column article_price_total takes it for prices with tax: use ${priceOption(gross, 'article_price')} instead, or add ${answer('--price-is-gross')} if they include the tax`,
    );
}

/** Names of columns with the quantity from which a price applies, also beside the price in a list of JSON (`prices.0.from`). */
const tierName =
  /^(?:abmenge|mengeab|abstueck|abstk|staffelmenge|staffelab|(?:from|start)(?:qty|quantity)|(?:qty|quantity)(?:from|break)|pricebreak|breakqty|daquantita|iloscod|vanafaantal|apartirde|desdecantidad)$/;
const tierKey = /^(?:from|min|qty|quantity|(?:min|from|start)(?:qty|quantity)|ab|menge|threshold)$/;

/** The price for larger quantities is not the one of a single piece. */
function refuseTiers(
  column: ColumnFacts,
  mapped: readonly string[],
  only: readonly { readonly column: string }[],
  file: string,
): void {
  const [, list, key = ''] = /^(.*\.\d+\.)([^.]+)$/.exec(column.name) ?? [];
  const isBeside = list !== undefined && mapped.some((name) => name.startsWith(list));
  const isTier = isBeside ? tierKey.test(plainWord(key)) : tierName.test(plainWord(column.name));
  const numbers = [...valuesOf(column).keys()].filter((value) => Number(value.replace(',', '.')) > 1);
  if (!isTier || numbers.length === 0 || only.some((one) => one.column === column.name)) return;
  throw new ImportError(
    `${file}: column "${column.name}" says from which quantity a price applies (${shown(numbers)}): import the rows with the price of a single piece with ${answer(`--only "${column.name}=1"`)}, or all with ${answer(`--only "${column.name}=*"`)}`,
  );
}

function saysTax(column: ColumnFacts, isUsed: boolean): boolean {
  const values = [...valuesOf(column).keys()];
  const word = plainWord(column.name);
  const isNamed = taxFlag.test(word) || taxMeaning(column.name) !== undefined;
  const isFlag = isNamed && values.every((value) => flags.has(plainWord(value)));
  const isTax = taxColumn.test(word) && !values.every((value) => entryWords.test(value));
  return isFlag || isTax || haveTaxWords(values, isUsed ? () => false : isTaxText);
}

/** Stripe writes `unspecified` beside the others. */
function haveTaxWords(values: readonly string[], isText: (value: string) => boolean): boolean {
  const known = values.filter((value) => value !== 'unspecified');
  return known.length > 0 && known.every((value) => taxWords.test(plainWord(value)) || isText(value));
}

/** Matches `inkl. 19 % MwSt` and `without tax`, but no text about something else. */
function isTaxText(value: string): boolean {
  return /^[\p{L}\d%., ]+$/u.test(value) && value.length <= maxTaxText && taxMeaning(value) !== undefined;
}

const maxTaxText = 24;

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
    const values = [...valuesOf(column).keys()];
    if (column.filled === 0 || !isCurrencyColumn(column.name, values)) continue;
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
  const { currency } = await target.account(signal);
  if (mapping.currency === undefined || mapping.currency === currency)
    return { ...mapping, currency, isServiceCurrency: true };
  throw new ImportError(
    `--currency is ${mapping.currency}, but the account's currency is ${currency}: convert the prices, and leave out --currency`,
  );
}
