import type { Mapping } from '../mapping/mapping.ts';
import { proposedRates } from '../mapping/rules/germanRates.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Reading, Step } from '../mapping/rules/steps.ts';
import { allColumnsOf, ruleOf } from '../mapping/rules/valueReader.ts';
import { looksLikeCode, percentageIn, percentOf, placeOfRate } from '../mapping/values/taxRates.ts';
import { flags, plainWord } from '../mapping/values/vocabulary.ts';
import { type Columns, columnsIn, factsOf, rowsOf, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';
import type { Source } from '../source/source.ts';
import type { RowFault } from '../source/sourceRow.ts';
import { numberOf } from './priceColumns.ts';

interface RateContext {
  readonly file: MappingFile;
  readonly inspection: Inspection;
  /** True if the user chose the column: then only what is certain is refused. */
  readonly isChosen: boolean;
  readonly name: string;
}

interface RateQuestions extends RateContext {
  readonly reading: Reading;
}

/**
 * Throws an ImportError when most values of the columns for tax rates are amounts, fractions, codes, or unknown words. Beside
 * codes, 0 is a code, too.
 */
export function requireTaxRates(step: Step, context: RateQuestions): void {
  const { file, inspection, name } = context;
  const columns = columnsIn(inspection);
  const isTranslated = ruleOf(file.fields.article_tax_rate ?? []).values !== undefined;
  for (const index of step.indexes) {
    const facts = inspection.columns[index];
    if (!facts) continue;
    if (!isTranslated) refuseAmounts(facts, context);
    const values = rateValues(facts, file);
    const unreadable = values.filter(([value]) => isUnreadable(step, value, index, columns));
    const bad = unreadable.length > 0 && values.every(([value]) => /^\d$/.test(value)) ? values : unreadable;
    if (rowsOf(bad) * 2 > rowsOf(values))
      throw unclear(
        facts.name,
        bad.map(([value]) => value),
        proposedRates([facts.name], context.reading),
        name,
      );
  }
}

type Counted = readonly (readonly [value: string, rows: number])[];

function rateValues(facts: ColumnFacts, { inherit }: MappingFile): Counted {
  return [...valuesOf(facts)].filter(([value]) => value !== inherit?.value);
}

/** Different values above which a column does not have rates. A rate has at most one decimal that is not 0. */
const maxRates = 12;
const minOdd = 2;

function refuseAmounts(facts: ColumnFacts, context: RateContext): void {
  const { isChosen, name } = context;
  const shares = taxShares(facts, context);
  const amounts = rateValues(facts, context.file).filter(([value]) => isOdd(value));
  if (shares.length === 0 && (isChosen || !seemAmounts(facts, amounts, context))) return;
  const examples = (amounts.length > 0 ? amounts : rateValues(facts, context.file)).map(([value]) => value);
  const isOne = shares.length < 2;
  const remedy = isOne
    ? `, or set the rate, such as ${answer(`--tax-rate ${shares[0] ?? 19}`)}`
    : ', or add one with the rates';
  throw new ImportError(
    `${name}: column "${facts.name}" seems to have amounts instead of tax rates in percent (${shown(examples)}): choose another column with ${answer('--column article_tax_rate=COLUMN')}${remedy}`,
  );
}

function seemAmounts(facts: ColumnFacts, odd: Counted, { file }: RateContext): boolean {
  const values = rateValues(facts, file);
  const cents = odd.filter(([value]) => /^\d+[.,]\d[1-9]\d*$/.test(value));
  const isOdd = odd.length >= minOdd && rowsOf(odd) * 4 > rowsOf(values);
  return isOdd || rowsOf(cents) * 4 > rowsOf(values) || (values.length > maxRates && odd.length > 0);
}

/** Rates of the countries of the EU, of the United Kingdom, Norway, Switzerland and Turkey, in percent. */
const knownRates: ReadonlySet<number> = new Set(
  '0 2.1 2.5 2.6 3 3.7 3.8 4 4.8 5 5.5 6 7 7.7 8 8.1 8.5 9 9.5 10 12 13 13.5 14 15 16 17 18 19 20 21 22 23 24 25 25.5 26 27'
    .split(' ')
    .map(Number),
);

/** True for a number that is not a known rate, nor a fraction or code. A value with a percent sign is a rate. */
function isOdd(value: string): boolean {
  const number = value.includes('%') ? undefined : numberIn(value);
  return number !== undefined && number >= 1 && !knownRates.has(number) && !looksLikeCode(number);
}

/** Reads an amount, also with the sign of a currency. */
function numberIn(value: string): number | undefined {
  return /\d/.test(value) ? numberOf(value) : undefined;
}

/**
 * Returns the rates by which the values are the tax of the prices beside them, in the first rows. Returns none if a row has
 * another value, or if the values may also be rates.
 */
function taxShares(facts: ColumnFacts, { file: { fields }, inspection }: RateContext): readonly number[] {
  const prices = ['article_price', 'article_price_total'].flatMap((field) =>
    factsOf(inspection, allColumnsOf(fields[field])),
  );
  const found = new Set<number>();
  const taxes: string[] = [];
  for (const row of inspection.samples) {
    const text = row[inspection.columns.indexOf(facts)]?.trim() ?? '';
    const tax = numberIn(text) ?? 0;
    if (tax === 0) continue;
    const rate = prices
      .map((column) => shareOf(tax, numberIn(row[inspection.columns.indexOf(column)] ?? '') ?? 0))
      .find((share) => share !== undefined);
    if (rate === undefined) return [];
    found.add(rate);
    // The tax of a price of 100 is the rate itself.
    if (rate !== tax) taxes.push(text);
  }
  if (taxes.every(isFraction)) return [];
  const different = new Set(taxes).size;
  const isOneRate = found.size === 1 && different >= minOdd;
  const isRepeated = different === 1 && taxes.length > 1;
  return isOneRate || (!isRepeated && taxes.some(isWrittenAsAmount))
    ? [...found].toSorted((one, other) => other - one)
    : [];
}

/** True for a known rate as a fraction, such as 0.19. */
function isFraction(value: string): boolean {
  const number = numberIn(value) ?? 0;
  return number < 1 && knownRates.has(Number(percentOf(number)));
}

function isWrittenAsAmount(value: string): boolean {
  return isOdd(value) || (/[.,]\d\d(?!\d)/.test(value) && !Number.isInteger(numberIn(value)));
}

const cent = 0.011;
/** Rates that occur most often come first: an amount of a few cents fits several. */
const likelyRates = [19, 7, ...[...knownRates].filter((rate) => rate > 0)];

function shareOf(tax: number, price: number): number | undefined {
  return likelyRates.find(
    (rate) =>
      Math.abs(price * rate - tax * 100) <= cent * 100 ||
      Math.abs((price * rate) / (100 + rate) - tax) <= cent,
  );
}

function isUnreadable({ read, convert }: Step, value: string, index: number, columns: Columns): boolean {
  const row = columns.names.map((_, other) => (other === index ? value : ''));
  const text = read(row);
  const converted = text === '' ? undefined : convert(text, row);
  return typeof converted === 'object' && 'problem' in converted;
}

function unclear(
  column: string,
  values: readonly string[],
  rates: readonly string[],
  file: string,
): ImportError {
  const option = `--tax-rate ${example(column, values, rates)}`;
  return new ImportError(
    `${file}: column "${column}" has ${kindOf(values)} instead of tax rates in percent (${shown(values)}): set the rates that they mean, such as ${option.includes('RATE') ? option : answer(option)}`,
  );
}

function kindOf(values: readonly string[]): string {
  const numbers = values.map(plainNumber);
  if (numbers.every((number) => number > 0 && number < 1)) return 'fractions';
  return numbers.every((number) => number === 0 || looksLikeCode(number)) ? 'codes' : 'unknown values';
}

function plainNumber(value: string): number {
  return /^\d+(?:[.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
}

const maxExamples = 3;
/** Numbers and the letters A to C are codes in the order of the standard and the reduced rate. Other words say nothing. */
const isCode = /^(?:\d+|[A-C])$/i;

function example(column: string, values: readonly string[], rates: readonly string[]): string {
  const pairs = values
    .slice(0, maxExamples)
    .map((value, index) => `${value}=${likelyRate(column, value, index, rates) ?? 'RATE'}`);
  const text = pairs.join(',');
  return /^[\w.,=-]+$/.test(text) ? text : `"${text}"`;
}

/** A column `Tax - VAT (19%)` has yes and no. */
function likelyRate(
  column: string,
  value: string,
  index: number,
  rates: readonly string[],
): string | undefined {
  const number = plainNumber(value);
  if (number > 0 && number < 1) return percentOf(number);
  const named = isCode.test(value) ? undefined : percentageIn(column);
  if (named !== undefined) return flags.get(plainWord(value)) === 1 ? named : undefined;
  const place = placeOfRate(value) ?? (isCode.test(value) ? index : undefined);
  return place === undefined ? undefined : rates[place];
}

/** Drops a guessed column if the user set the rate that all its amounts have, or that its only class has. */
export function withoutKnownRate(context: RateContext): MappingFile {
  const { file, inspection, isChosen } = context;
  const { article_tax_rate: rule, ...fields } = file.fields;
  if (rule === undefined || isChosen || file.tax_rate === undefined) return file;
  const isAmount = factsOf(inspection, allColumnsOf(rule)).every((facts) => {
    const shares = taxShares(facts, context);
    const odd = rateValues(facts, file).filter(([value]) => isOdd(value));
    return shares.length === 1
      ? shares[0] === file.tax_rate
      : shares.length === 0 && seemAmounts(facts, odd, context);
  });
  const isOneClass = factsOf(inspection, allColumnsOf(rule)).every((facts) => hasOneClass(facts, file));
  return isAmount || isOneClass ? { ...file, fields } : file;
}

const untaxed = /none|exempt|keine|frei|zero|null|ohne|aucun|nessun|esente|zwolnion|zw$|geen|vrij|without/i;

/** True if all values are the same word, such as `Taxable Goods`. `No` and `exempt` may mean that there is no tax. */
function hasOneClass(facts: ColumnFacts, file: MappingFile): boolean {
  const [[value] = [''], another] = rateValues(facts, file);
  return (
    another === undefined &&
    /^\D{3,}$/.test(value) &&
    flags.get(plainWord(value)) !== 0 &&
    !untaxed.test(value)
  );
}

/**
 * Throws an ImportError at the first article without a tax rate: the export lacks rates, and all such rows would be
 * refused. `rates` is what the export says of them, `name` the name of the file.
 */
export async function requireRates(
  source: Pick<Source, 'rows'>,
  mapping: Mapping,
  rates: string,
  name: string,
): Promise<void> {
  for await (const rows of source.rows())
    for (const row of rows) {
      const mapped = mapping.map(row);
      if (!('fault' in mapped) || !lacksRate(mapped.fault)) continue;
      throw new ImportError(
        `${name}, line ${row.line}: the article has no tax rate: ${rates}. Set the rate of such articles, as ${answer('--tax-rate 19')} for a shop in Germany; ` +
          'if they have different ones, add a column with the rates, and choose it with --column article_tax_rate=COLUMN. ' +
          `Prices are read with tax included, unless you add ${answer('--no-price-is-gross')}`,
      );
    }
}

function lacksRate(fault: RowFault): boolean {
  return (fault.all ?? [fault]).some(
    ({ field, code }) => field === 'article_tax_rate' && code === 'value_missing',
  );
}
