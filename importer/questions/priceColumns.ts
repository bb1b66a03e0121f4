import { counted } from '../../shared/contract/values/counted.ts';
import { amountColumn, headerWords, unmarkedRank } from '../mapping/guess/amountColumns.ts';
import { factorIn, priceName, taxMeaning } from '../mapping/guess/priceNames.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf, ruleOf } from '../mapping/rules/valueReader.ts';
import { amountConversion } from '../mapping/values/amounts.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { factsOf, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError, list, quoted } from '../source/importError.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';

type PriceField = 'article_price' | 'article_price_total';
const salesPrices: readonly PriceField[] = ['article_price', 'article_price_total'];

const maxShown = 6;
const minPrices = 0.5;

/** Returns the field of a sales price: the one with tax if the name of the column says so. */
function priceFieldOf(column: string): PriceField {
  const amount = amountColumn(column, headerWords(column)?.currency ?? '');
  if (amount?.field === 'article_price' && amount.rank !== unmarkedRank) return 'article_price';
  if (amount === undefined && taxMeaning(column) === 'net') return 'article_price';
  const isGross = amount === undefined && taxMeaning(column) === 'gross';
  return isGross || amount?.field === 'article_price_total' || priceName.isRetail(column)
    ? 'article_price_total'
    : 'article_price';
}

/** Returns the option that chooses a column for the sales price, ready to paste. */
export function priceOption(column: string, field: PriceField = priceFieldOf(column)): string {
  const factor = factorIn(column);
  return answer(`--column ${field}="${column}"${factor ? ` --divide ${field}=${factor.number}` : ''}`);
}

/** Finds the columns that may have the sales price, by their names and values: not a purchase price, nor that of a pack. */
export function priceCandidates({ columns }: Inspection, currency: string): readonly ColumnFacts[] {
  return columns.filter((column) => {
    const named = headerWords(column.name)?.currency;
    const isOwn = named === undefined || named === currency;
    return isOwn && !isRefusalColumn(column.name) && priceName.isPrice(column.name) && hasPrices(column);
  });
}

/** Finds the prices of packs and of larger quantities, which are never proposed. */
export function pricesOfMore({ columns }: Inspection): readonly string[] {
  return columns
    .filter((column) => priceName.isOfMore(column.name) && hasPrices(column))
    .map(({ name }) => name);
}

const toAmount = amountConversion({ code: 'EUR', isFromService: false });

/** True if most values are amounts, and not all are 0. */
function hasPrices(column: ColumnFacts): boolean {
  const values = [...valuesOf(column).keys()];
  const amounts = values.filter((value) => typeof toAmount(value) !== 'object' || /\d[.,]\d/.test(value));
  return amounts.length > values.length * minPrices && amounts.some((value) => /[1-9]/.test(value));
}

interface PriceContext {
  readonly file: MappingFile;
  readonly inspection: Inspection;
  readonly currency: string;
  /** Fields whose columns the user chose. */
  readonly chosen: readonly string[];
  /** Columns that other questions compare. */
  readonly compared: readonly string[];
  readonly name: string;
}

/**
 * Throws an ImportError when another column may have the price as well as the guessed one, or when a discount stands beside
 * it: the user must choose.
 */
export function requireOnePrice(context: PriceContext): void {
  const { file, inspection, currency, chosen, compared, name } = context;
  if (salesPrices.some((field) => chosen.includes(field))) return;
  const taken = salesPrices.flatMap((field) => factsOf(inspection, allColumnsOf(file.fields[field])));
  if (taken.length === 0) return;
  const settled = [...compared, ...allColumnsOf(file.price_per || [])];
  const others = priceCandidates(inspection, currency).filter(
    (column) => !taken.includes(column) && !settled.includes(column.name) && competes(column, taken, context),
  );
  if (others.length > 0) {
    const all = [...taken, ...others];
    const options = all.slice(0, maxShown).map((column) => priceOption(column.name));
    throw new ImportError(
      `${name}: the columns ${list(all.map(quotedName), 'and')} have prices: choose the one that you sell for with ${list(options, 'or')}`,
    );
  }
  refuseDiscount(context, taken);
}

function quotedName({ name }: ColumnFacts): string {
  return `"${name}"`;
}

/** Says that temporary prices beside the stored ones are not stored. */
export function saleNotices({ fields }: MappingFile, inspection: Inspection): readonly string[] {
  const [taken] = salesPrices.flatMap((field) => allColumnsOf(fields[field]));
  const mapped = salesPrices.flatMap((field) => factsOf(inspection, allColumnsOf(fields[field])));
  if (taken === undefined) return [];
  return inspection.columns
    .filter((column) => priceName.isPrice(column.name) && priceName.isSale(column.name) && hasPrices(column))
    .filter((column) => !mapped.includes(column))
    .map(
      ({ name, filled }) =>
        `"${name}" has temporary prices in ${filled} of ${counted(inspection.rows, 'row')}, and "${taken}" is stored (${priceOption(name)} to store the temporary ones)`,
    );
}

/** Words for a price that is certainly the one an article is sold for. */
const selling = /verkauf|\bvk|selling|sales|vente|vendita|sprzeda|verkoop|venta|satis/i;

/** True unless the other column has a crossed-out or temporary price, or the same one with or without tax. */
function competes(other: ColumnFacts, taken: readonly ColumnFacts[], context: PriceContext): boolean {
  if (priceName.isStrike(other.name) || priceName.isSale(other.name)) return false;
  // Without units, the articles are sold by the piece.
  const isByPiece = context.file.fields.article_unit === undefined;
  if (isByPiece && priceName.isOfMeasure(other.name)) return false;
  const isClear = taken.some(
    ({ name }) => selling.test(name) || amountColumn(name, context.currency)?.rank !== unmarkedRank,
  );
  if (isClear && priceName.isRetail(other.name)) return false;
  return !taken.some((column) => isSamePrice(column, other, context));
}

/** Compares two columns in the first rows: the prices are equal, or one is the other with the tax of its row. */
function isSamePrice(one: ColumnFacts, other: ColumnFacts, { inspection, file }: PriceContext): boolean {
  const { columns, samples } = inspection;
  const [rateColumn] = factsOf(inspection, allColumnsOf(file.fields.article_tax_rate));
  const valueIn = (row: readonly string[], column: ColumnFacts | undefined) =>
    column && numberOf(row[columns.indexOf(column)] ?? '');
  const pairs = samples.flatMap((row) => {
    const first = valueIn(row, one);
    const second = valueIn(row, other);
    const rate = valueIn(row, rateColumn) ?? file.tax_rate;
    return first === undefined || second === undefined ? [] : [{ first, second, rate }];
  });
  const hasAll = one.filled === other.filled || pairs.length > 1;
  return (
    hasAll &&
    pairs.length > 0 &&
    pairs.every(({ first, second, rate = 0 }) => {
      const [low, high] = first < second ? [first, second] : [second, first];
      return high === low || Math.abs(low * (1 + rate / 100) - high) <= 0.02 + high * 0.002;
    })
  );
}

/** Returns a number that is written in any usual way. */
export function numberOf(text: string): number | undefined {
  const amount = toAmount(text.replace(/[^\d.,'+-]/g, ''));
  return typeof amount === 'string' ? Number(amount) : undefined;
}

function refuseDiscount({ inspection, name }: PriceContext, taken: readonly ColumnFacts[]): void {
  const discount = inspection.columns.find(
    (column) =>
      priceName.isDiscount(column.name) &&
      [...valuesOf(column).keys()].some((value) => (numberOf(value) ?? 0) !== 0),
  );
  const [column] = taken;
  if (!discount || !column) return;
  throw new ImportError(
    `${name}: column "${discount.name}" has discounts (${shown([...valuesOf(discount).keys()])}) beside the prices of "${column.name}": if these are the prices to store, without the discount, set ${priceOption(column.name)}; otherwise compute them in the file`,
  );
}

/** Whole number of a JSON price from which it may be in cents. */
const minCents = 100;
const minDifferent = 2;

/**
 * Throws an ImportError when prices seem to be in cents, or for several pieces, and no number says by what to divide them.
 * Whole numbers count only in JSON, where they do not depend on how a program wrote them.
 */
export function requireFactor(
  { fields, price_per: per }: MappingFile,
  inspection: Inspection,
  name: string,
): void {
  for (const field of [...salesPrices, 'article_purchase_price']) {
    const rule = fields[field];
    if (rule === undefined || ruleOf(rule).divide !== undefined) continue;
    for (const column of factsOf(inspection, allColumnsOf(rule))) {
      if (column.filled === 0) continue;
      const named = factorIn(column.name);
      const isPieces = named?.what.includes('pieces') && per !== undefined;
      const factor = isPieces ? undefined : (named ?? centsIn(column, inspection));
      if (factor)
        throw new ImportError(
          `${name}: column "${column.name}" seems to have ${factor.what} (${shown([...valuesOf(column).keys()])}): add ${answer(`--divide ${field}=${factor.number}`)}, or ${answer(`--divide ${field}=1`)} if they are right as they are`,
        );
    }
  }
}

function centsIn(column: ColumnFacts, { isJson, columns }: Inspection) {
  const prices = [...valuesOf(column).keys()].filter((value) => !/^0+$/.test(value));
  if (prices.length === 0 || !prices.every((value) => /^\d+$/.test(value))) return undefined;
  const digits = columns.find(({ name }) => digitsName.test(plainWord(name)))?.examples[0];
  if (/^[1-4]$/.test(digits ?? ''))
    return {
      number: 10 ** Number(digits),
      what: `prices without a decimal point, beside ${digits} decimals`,
    };
  if (!isJson) return undefined;
  const large = prices.filter((value) => Number(value) >= minCents);
  const isLarge = large.length === prices.length && prices.length >= minDifferent;
  if (isLarge) return { number: 100, what: 'prices in cents, since all of them are large whole numbers' };
  const [, object] = /^(.*\.)[^.]+$/.exec(column.name) ?? [];
  const isMoney = columns.some(
    ({ name }) =>
      object !== undefined && name.startsWith(object) && isCurrencyKey.test(name.slice(object.length)),
  );
  return isMoney && large.length > 0
    ? { number: 100, what: 'prices in cents, since all of them are whole numbers beside a currency' }
    : undefined;
}

/** Matches columns with the number of decimals of the prices beside them. */
const digitsName =
  /^(?:price|preis|amount|currency)?(?:decimals|decimalplaces|fractiondigits|exponent|nachkommastellen)$|(?:fractiondigits|currencyexponent)$/;
const isCurrencyKey = /^currency(?:_?code)?$/i;

const mostlyZero = 0.8;

/** Throws an ImportError when most articles would cost nothing. */
export function requireRealPrices({ fields }: MappingFile, inspection: Inspection, name: string): void {
  const columns = salesPrices.flatMap((field) => factsOf(inspection, allColumnsOf(fields[field])));
  const isFree = columns.every(({ zeros, filled }) => filled > 1 && zeros >= filled * mostlyZero);
  if (columns.length === 0 || !isFree) return;
  throw new ImportError(
    `${name}: most prices in ${quoted(columns.map((column) => column.name))} are 0: choose another column with ${answer('--column article_price=COLUMN')}, or accept them with ${answer('--no-price')}`,
  );
}
