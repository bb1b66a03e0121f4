import { priceName, taxMeaning } from '../mapping/guess/priceNames.ts';
import { anyOf, priceWords } from '../mapping/guess/priceWords.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Reading } from '../mapping/rules/steps.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { countryCode } from '../mapping/values/countryCodes.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { factsOf, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/**
 * Throws an ImportError when a second column seems to have tax rates: both may apply to an article, such as the taxes of Canada
 * and of its provinces, and the service has one rate.
 */
export function requireOneRate(
  { fields }: MappingFile,
  inspection: Inspection,
  { guessed }: Pick<Reading, 'guessed'>,
  file: string,
): void {
  const [rate] = guessed.has('article_tax_rate')
    ? factsOf(inspection, allColumnsOf(fields.article_tax_rate))
    : [];
  if (!rate) return;
  const mapped = Object.values(fields).flatMap(allColumnsOf);
  const other = inspection.columns.find(
    (column) =>
      !mapped.includes(column.name) &&
      isRate(column) &&
      (addsUp.test(wordsOf(column.name)) || differ(rate, column, inspection)),
  );
  if (!other) return;
  const columns = [rate, other].map(({ name }) => answer(`--column article_tax_rate="${name}"`)).join(' or ');
  const examples = [rate, other]
    .map((column) => shown([...valuesOf(column).keys()].slice(0, 1)))
    .join(' and ');
  throw new ImportError(
    `${file}: "${rate.name}" and "${other.name}" both have tax rates (${examples}), and an article has one: choose it with ${columns}; if they add up, choose a column with the sums`,
  );
}

/** Words for taxes that are due beside another one, or are named like it. */
const taxName = new RegExp(
  `\\b(?:${anyOf(priceWords.tax)}|[pqhr]st|cgst|sgst|igst|tps|tvq|cess|recargo|mw st)\\b`,
);
/** Taxes that are never another name of the first one: those of India have the same rates. */
const addsUp = /\b(?:[pqr]st|[cs]gst|tvq|cess|recargo)\b/;
/** Rates of other cases, codes of rates, and amounts. */
const otherName =
  /reduc|reduz|reduit|ermaessig|ridott|obnizon|verlaagd|ausland|export|foreign|abroad|\beu\b|code|cod\b|kod|schluessel|key|klasse|class|categor|kategor|\btype?\b|\bart\b|rule|regel|region|status|group|grupp|\bid\b|nummer|number|\bnr\b|betrag|amount|summe|\bsum\b|total|wert|value|kwota|importo|importe|montant|bedrag|incl|inkl|excl|exkl|zzgl|price|preis|prix|prezzo|precio|prijs|cena|alt\b|alter|old|bisher|vorher/;

function isRate(column: ColumnFacts): boolean {
  const { name } = column;
  const words = wordsOf(name);
  // The taxes of India are not the GST with (`c`) or without it.
  const isPrice = !/\b[csi]gst\b/.test(words) && taxMeaning(name) !== undefined;
  const isOther = isPrice || otherName.test(words) || priceName.isPurchase(name);
  if (!taxName.test(words) || isOther || words.split(' ').some(isCountry)) return false;
  const rates = [...valuesOf(column).keys()].map(rateIn);
  return rates.every((rate) => rate !== undefined) && rates.some((rate) => rate > 1);
}

function wordsOf(name: string): string {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainWord)
    .join(' ');
}

function isCountry(word: string): boolean {
  return word.length > 1 && !/^(?:st|id)$/.test(word) && countryCode(word) !== undefined;
}

const maxRate = 30;

/** Returns a rate from 1 percent, or 0: lower ones are fractions. */
function rateIn(text: string): number | undefined {
  const [, digits] = /^(\d{1,2}(?:[.,]\d{1,4})?) ?%?$/.exec(text.trim()) ?? [];
  const rate = digits === undefined ? Number.NaN : Number(digits.replace(',', '.'));
  return rate === 0 || (rate >= 1 && rate <= maxRate) ? rate : undefined;
}

function differ(one: ColumnFacts, other: ColumnFacts, { samples, columns }: Inspection): boolean {
  const [first, second] = [one, other].map((column) => columns.indexOf(column)) as [number, number];
  return samples.some((row) => {
    const [rate, another] = [row[first], row[second]].map((text) => rateIn(text ?? ''));
    return another !== undefined && another > 0 && rate !== another;
  });
}
