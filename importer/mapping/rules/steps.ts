import Big from 'big.js';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { isAmount } from '../../../shared/contract/resources/records.ts';
import { type Columns, factsOf, valuesOf } from '../../rows/columns.ts';
import type { Inspection } from '../../rows/inspectColumns.ts';
import type { AccountCurrency } from '../values/amounts.ts';
import { type Conversion, type Converted, cellText, isNoValue, wholeDigits } from '../values/cells.ts';
import { conversionOf } from '../values/conversions.ts';
import { countryCode } from '../values/countryCodes.ts';
import { divided, divisorOf, mappedPrices, type PiecesColumn, piecesOfUnit } from '../values/divisors.ts';
import { smallRatesOf } from '../values/taxRates.ts';
import { plainWord } from '../values/vocabulary.ts';
import { hasGermanRates } from './germanRates.ts';
import { joinedConversion } from './joinedParts.ts';
import type { FieldRule, MappingFile } from './mappingFile.ts';
import { type Meanings, withMeanings } from './meanings.ts';
import { fieldsOf, type Resource } from './resourceFields.ts';
import {
  allColumnsOf,
  describeRule,
  ruleOf,
  shownColumnsOf,
  textOfCell,
  type ValueReader,
  valueReader,
} from './valueReader.ts';

export interface Step {
  readonly field: string;
  readonly from: string;
  readonly indexes: readonly number[];
  /** Columns of numbers and amounts: a date in them was one of these before a spreadsheet changed it, or shows one as a date. */
  readonly neverDates: readonly number[];
  readonly read: ValueReader;
  /** Converts the text that `read` gave for a row. */
  readonly convert: (text: string, values: readonly string[]) => Converted;
}

export interface Reading {
  readonly currency: AccountCurrency;
  readonly timeZone: string;
  readonly onBadValue: 'refuse' | 'empty';
  readonly meanings: Meanings;
  readonly inspection: Inspection | undefined;
  /** Fields whose columns were guessed by their names. */
  readonly guessed: ReadonlySet<string>;
}

export function stepsOf(resource: Resource, columns: Columns, file: MappingFile, reading: Reading): Step[] {
  return Object.keys(file.fields).flatMap((field) => stepOf(resource, field, columns, file, reading) ?? []);
}

export function stepOf(
  resource: Resource,
  field: string,
  columns: Columns,
  file: MappingFile,
  { currency, timeZone, inspection, guessed, meanings }: Reading,
): Step | undefined {
  const rule = file.fields[field];
  const { schema } = fieldsOf[resource][field] as Field;
  const read =
    rule === undefined ? undefined : valueReader(rule, columns, isAmount(schema) ? cellText : textOfCell);
  if (rule === undefined || !read) return undefined;
  const names = allColumnsOf(rule);
  const forms = {
    decimal: ruleOf(rule).decimal ?? file.decimal,
    date: ruleOf(rule).date ?? file.date,
    isGerman: field === 'article_tax_rate' && hasGermanRates(names, file.tax_rate, { currency, inspection }),
    currency,
    timeZone,
    isCoded: file.guess === true && names.some(isCodeColumn) && !translatesCodes(rule),
    smallRates: smallRatesOf(names, inspection ? wordsIn(inspection, names) : []),
    isForeign: guessed.has(field) && !names.includes(field) && !translatesCodes(rule),
    hasNamibia: inspection !== undefined && haveNamibia(inspection, names),
    isWhole: inspection !== undefined && areWhole(inspection, names),
    letters: new Set(inspection ? wordsIn(inspection, names).filter((word) => word.length === 1) : []),
  };
  const own = fieldsOf[resource][field] as Field;
  const inUnits = conversionOf(field, own, forms);
  const plain = field === 'article_unit' && hasUnits(file) ? pieceConversion(inUnits) : inUnits;
  const given = meanings[field];
  const convert =
    given === undefined
      ? plain
      : withMeanings(field, given, {
          convert: plain,
          plain: conversionOf(field, own, { ...forms, isForeign: false }),
        });
  const divisor = divisorFor(field, rule, columns, file);
  return {
    field: field === 'article_price' && file.price_is_gross ? 'article_price_total' : field,
    from: describeRule(rule, columns) + divisor.map(({ from }) => `, divided by ${from}`).join(''),
    indexes: columns.findAll(names),
    neverDates: isNumber.test(field) || isAmount(schema) ? columns.findAll(shownColumnsOf(rule)) : [],
    read,
    convert: divisor.reduce(
      (before, { divide }) =>
        (text, values) =>
          divide(before(text, values), values),
      joinedConversion(field, rule, columns, file, convert),
    ),
  };
}

const isNumber = /_(?:ident|nr|sku|ean|phone|phone_mobile|zipcode)$/;

interface Divisor {
  readonly from: string;
  readonly divide: (converted: Converted, values: readonly string[]) => Converted;
}

/** Returns what the prices of a field are divided by: the number of its rule, and the pieces of the row. */
function divisorFor(field: string, rule: FieldRule, columns: Columns, file: MappingFile): Divisor[] {
  const { price_per: per } = file;
  if (!mappedPrices.includes(field)) return [];
  const { divide: number } = ruleOf(rule);
  const fixed = number === undefined || number === 1 ? undefined : new Big(number);
  const pieces = per === undefined || per === false ? undefined : valueReader(per, columns);
  return [
    ...(fixed
      ? [{ from: fixed.toFixed(), divide: (converted: Converted) => divided(converted, fixed) }]
      : []),
    ...(pieces && per
      ? [piecesDivisor(pieces, { name: describeRule(per, columns), hasUnits: hasUnits(file) })]
      : []),
  ];
}

/** True if the column of the units also says for how many pieces a price is: `Tausend` beside `Stück`. */
function hasUnits({ fields, price_per: per }: MappingFile): boolean {
  const units = allColumnsOf(fields.article_unit);
  return per !== undefined && per !== false && allColumnsOf(per).some((column) => units.includes(column));
}

/** Takes numbers of pieces, by which the prices are divided, for pieces. */
function pieceConversion(convert: Conversion): Conversion {
  return (text) => {
    const pieces = piecesOfUnit(text) ?? 1;
    return pieces > 1
      ? { value: 'unit_ppu', repair: `"${text}" became unit_ppu, since the price is divided` }
      : convert(text);
  };
}

function piecesDivisor(pieces: ValueReader, column: PiecesColumn): Divisor {
  return {
    from: column.name,
    divide: (converted, values) => {
      if (converted === undefined) return undefined;
      const divisor = divisorOf(column, pieces(values));
      return 'problem' in divisor ? divisor : divided(converted, divisor);
    },
  };
}

/**
 * True if a rule gives codes their values. The values of --tax-rate end with a percent sign and do not count, so that
 * other numbers stay codes.
 */
function translatesCodes(given: FieldRule): boolean {
  const { values } = ruleOf(given);
  return values !== undefined && !Object.values(values).every((value) => String(value).endsWith('%'));
}

/** True if all values end with `.0`: a spreadsheet or program took the texts for numbers. */
function areWhole(inspection: Inspection, names: readonly string[]): boolean {
  const values = factsOf(inspection, names).flatMap((column) => [...valuesOf(column).keys()]);
  return values.length > 1 && values.every((value) => wholeDigits(value) !== undefined);
}

const codeName =
  /klasse|class|code|schluessel|(?:tax|vat|steuer|mwst|ust)_?(?:key|id|rules?|type|typ|art|group|gruppe)|kennzeichen|rulesid|kategorie|category/;

function isCodeColumn(name: string): boolean {
  return codeName.test(plainWord(name));
}

function wordsIn(inspection: Inspection, names: readonly string[]): readonly string[] {
  return factsOf(inspection, names).flatMap((column) => [...valuesOf(column).keys()].map(plainWord));
}

/** True if `NA` is Namibia: the other values are country codes, and no other column of the file has it. */
function haveNamibia(inspection: Inspection, names: readonly string[]): boolean {
  const facts = factsOf(inspection, names);
  const values = facts.flatMap((column) => [...valuesOf(column).keys()]);
  const others = values.filter((value) => !isNA(value) && !isNoValue(value));
  const elsewhere = inspection.columns.filter((column) => !facts.includes(column));
  return (
    others.length > 0 &&
    others.every((value) => value.length === 2 && countryCode(value) !== undefined) &&
    !elsewhere.some((column) => [...valuesOf(column).keys()].some(isNA))
  );
}

function isNA(value: string): boolean {
  return value.toUpperCase() === 'NA';
}
