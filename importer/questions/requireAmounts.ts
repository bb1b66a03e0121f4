import { grouped } from '../../shared/contract/values/counted.ts';
import { priceName } from '../mapping/guess/priceNames.ts';
import { likelyField } from '../mapping/guess/similarNames.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf, ruleOf } from '../mapping/rules/valueReader.ts';
import { amountConversion } from '../mapping/values/amounts.ts';
import { taxRateConversion } from '../mapping/values/taxRates.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { factsOf, rowsOf, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, errorOfFaults, known, list } from '../source/importError.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';
import { priceCandidates, priceOption, pricesOfMore } from './priceColumns.ts';

export interface AmountNeeds {
  readonly price: boolean;
  readonly taxRate: boolean;
  /** Currency of the account: prices in another one are not proposed. */
  readonly currency: string;
}

/**
 * Throws an ImportError when nothing gives the prices or tax rates of new articles: the service would store 0.00 and 0 %.
 * The message names the column that most likely gives them.
 */
export function requireAmounts(
  mapping: MappingFile,
  inspection: Inspection,
  needs: AmountNeeds,
  file: string,
): void {
  const { rows } = inspection;
  const articles = rows === 1 ? 'the article' : `all ${grouped(rows)} articles`;
  const hasPrice = ['article_price', 'article_price_total'].some((field) =>
    hasValues(field, mapping, inspection),
  );
  const hasTax = mapping.tax_rate !== undefined || hasValues('article_tax_rate', mapping, inspection);
  const faults: string[] = [];
  if (needs.price && !hasPrice)
    faults.push(
      known(
        'no_price',
        [],
        `no column gives a price: ${articles} would have 0.00.${priceChoice(mapping, inspection, needs.currency)}, or ${answer('--no-price')}`,
      ),
    );
  if (needs.taxRate && !hasTax)
    faults.push(
      known(
        'no_tax_rate',
        [],
        `no column gives a tax rate: ${articles} would have 0 %.${choiceOf('article_tax_rate', mapping, inspection)}, or set the rate, such as ${answer('--tax-rate 19')}`,
      ),
    );
  if (faults.length > 0 && rows > 0) throw errorOfFaults(file, faults);
}

function hasValues(field: string, { fields }: MappingFile, inspection: Inspection): boolean {
  const rule = fields[field];
  if (rule === undefined) return false;
  const { constant, fallback } = ruleOf(rule);
  const isConstant =
    constant !== undefined || (fallback !== undefined && ruleOf(fallback).constant !== undefined);
  return isConstant || factsOf(inspection, allColumnsOf(rule)).some(({ filled }) => filled > 0);
}

/** Asks for the column of the price, with all that may have it. */
function priceChoice(mapping: MappingFile, inspection: Inspection, currency: string): string {
  const found = priceCandidates(inspection, currency).map(({ name }) => name);
  if (found.length === 0) {
    const others = pricesOfMore(inspection).map((name) => `"${name}"`);
    const note = others.length > 0 ? ` ${list(others, 'and')} may be for other quantities.` : '';
    return note + choiceOf('article_price', mapping, inspection);
  }
  const options = found.slice(0, maxOptions).map((name) => priceOption(name));
  if (found.length === 1) return ` Is it "${found[0]}"? Choose a column with ${options[0]}`;
  const names = found.map((name) => `"${name}"`);
  return ` Is it ${list(names, 'or')}? Choose a column with ${list(options, 'or')}`;
}

const maxOptions = 6;

/** Asks for the column of a field, and names the one that most likely gives it. */
function choiceOf(field: Amount, mapping: MappingFile, inspection: Inspection): string {
  const column = bestGuess(field, mapping, inspection);
  const question = column === undefined ? '' : ` Is it "${column}"?`;
  return `${question} Choose a column with ${answer(`--column ${field}=${column === undefined ? 'COLUMN' : `"${column}"`}`)}`;
}

/** Matches names of measures, whose numbers look like prices. */
const measure =
  /breite|hoehe|laenge|tiefe|durchmesser|width|height|length|depth|diameter|volum|gewicht|weight|bewertung|rating|bestand|lager|stock|menge|quantity|qty|peso|poids|largeur|hauteur|longueur|profondeur|larghezza|altezza|profondita|lunghezza|szerokosc|wysokosc|dlugosc|waga|breedte|hoogte|lengte|diepte|ancho|altura|marge|margin|faktor|factor/;

type Amount = 'article_price' | 'article_tax_rate';

const minScore = 1;
const nameScore = 2;
const maxPenalty = 1.5;

function bestGuess(field: Amount, { fields }: MappingFile, { columns }: Inspection): string | undefined {
  const used = new Set(
    Object.values(fields).flatMap((rule) => allColumnsOf(rule).map((name) => name.toLowerCase())),
  );
  const scored = columns
    .filter(({ name, filled }) => filled > 0 && !isRefusalColumn(name) && !used.has(name.toLowerCase()))
    .filter(({ name }) => !(field === 'article_price' ? priceName.isNoPrice : priceName.isPrice)(name))
    .filter(({ name }) => !measure.test(plainWord(name)))
    .map((column) => ({ name: column.name, score: byName(field, column.name) + byValues(field, column) }))
    .toSorted((one, other) => other.score - one.score);
  const [best] = scored;
  return best && best.score >= minScore ? best.name : undefined;
}

function byName(field: Amount, name: string): number {
  const likely = likelyField('articles', name);
  if (likely === field) return nameScore;
  return field === 'article_price' && likely === 'article_price_total' ? nameScore : 0;
}

/** Returns up to 1 for values that the field accepts, and less than 0 when it accepts none. */
function byValues(field: Amount, column: ColumnFacts): number {
  const values = [...valuesOf(column)];
  const fitting = rowsOf(values.filter(([value]) => fits[field](value)));
  if (fitting > 0) return fitting / rowsOf(values);
  return field === 'article_tax_rate' && values.every(([value]) => /^\d{1,2}$/.test(value)) ? 0 : -maxPenalty;
}

const toAmount = amountConversion({ code: 'EUR', isFromService: false });
const toRate = taxRateConversion(true);
const decimals = /[.,]\d\d(?:\D*|\d\d)$/;
const usualRates: ReadonlySet<string> = new Set('0 7 19 20 10 5 16 25 21 23 8.1 2.6'.split(' '));

const fits: Readonly<Record<Amount, (value: string) => boolean>> = {
  article_price: (value) => decimals.test(value) && typeof toAmount(value) === 'string',
  article_tax_rate: (value) => {
    const rate = /\d/.test(value) ? toRate(value) : undefined;
    return typeof rate === 'string' && usualRates.has(String(Number(rate)));
  },
};
