import type { Resource } from '../rules/resourceFields.ts';
import { plainWord } from '../values/vocabulary.ts';
import { amountColumn } from './amountColumns.ts';
import { fieldsByName, headerWord } from './headerNames.ts';

export interface SimilarName {
  readonly column: string;
  readonly field: string;
}

const amountParts: readonly (readonly [RegExp, string])[] = [
  [/steuer(?!nummer|nr|id)|mwst|\bust\b|\btax(?!onomy)|\bvat\b/, 'article_tax_rate'],
  [/einkauf|purchase|\bek\b|\bcost/, 'article_purchase_price'],
  [/brutto|\bgross\b|\binkl|\bincl/, 'article_price_total'],
  [/preis|price|\bvk\d*\b|netto|\buvp\b|\brrp\b|\bmsrp\b|betrag|\bamount/, 'article_price'],
];

/** Names that contain the whole word for a field, but mean something else. */
const otherMeanings =
  /preiseinheit|priceunit|gewicht|weight|taxable|taxstatus|steuernummer|steuernr|taxnumber|taxno/;
/** Ends of names that say something about a price. */
const notAPrice = /(?:gruppe|group|datum|date|einheit|unit|type?|art|status|kennzeichen|liste?|code|name)$/;

/** A packaging unit says how many pieces are in a package, not in which unit they are sold. */
const packagingUnit = /^(?:vpe|pe|(?:ver)?pack(?:ungs|age|aging)?(?:einheit|unit|size|groesse))/;

/** Names that differ in a letter or two, such as `Vornamme`. */
const minSimilarity = 0.88;
const maxLengthDifference = 2;
const minSimilarLength = 6;
/** Words before a name that do not change what it means, such as `Kundenname`. */
const qualifier =
  /^(?:kunden?|firmen?|artikel|produkt|rechnungs?|haupt|mein|unser|eigene|interne|customer|client|company|product|item|article|main|primary|your|my|our|prodotto|cliente|produit|articolo|artykul|klant|produto)$/;

/**
 * Sorts unused columns: those come first whose name looks like one of our fields. `similarNames` has those whose field is not
 * mapped.
 */
export function unusedColumns(
  resource: Resource,
  unused: readonly string[],
  mapped: readonly string[],
): { readonly unused: readonly string[]; readonly similarNames: readonly SimilarName[] } {
  const found = unused.flatMap((column) => {
    const field = likelyField(resource, column);
    return field === undefined ? [] : [{ column, field }];
  });
  const first = found.map(({ column }) => column);
  const done = new Set(mapped.includes('article_price_total') ? [...mapped, 'article_price'] : mapped);
  if (mapped.includes('article_price')) done.add('article_price_total');
  return {
    unused: [...first, ...unused.filter((column) => !first.includes(column))],
    similarNames: found.filter(({ field }) => !done.has(field)),
  };
}

export function likelyField(resource: Resource, column: string): string | undefined {
  const word = headerWord(column);
  if (packagingUnit.test(word)) return undefined;
  const [, name = column, part = ''] = /^(.*\S)\s*\((.*)\)$/.exec(column) ?? [];
  const names = fieldsByName(resource);
  const own = (names.get(word) ?? names.get(plainWord(`${part} ${name}`)))?.field;
  if (own !== undefined) return own;
  const amount = resource === 'articles' ? likelyAmount(column) : undefined;
  // One of several objects in a list of JSON may have any purpose.
  return amount ?? (/\.\d+\./.test(column) ? undefined : similarField(resource, plainWord(name)));
}

function likelyAmount(column: string): string | undefined {
  const known = amountColumn(column, '')?.field;
  if (known !== undefined) return known;
  if (otherMeanings.test(plainWord(column))) return undefined;
  const isAboutPrice = notAPrice.test(plainWord(column));
  const words = column.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const found = amountParts.find(([pattern]) => pattern.test(words))?.[1];
  return found !== 'article_tax_rate' && isAboutPrice ? undefined : found;
}

function similarField(resource: Resource, word: string): string | undefined {
  let best: { readonly field: string; readonly score: number } | undefined;
  for (const [name, { field }] of fieldsByName(resource)) {
    const isQualified = word.endsWith(name) && qualifier.test(word.slice(0, -name.length));
    const score = isQualified ? 1 + name.length : nearness(word, name);
    if (score >= minSimilarity && score > (best?.score ?? 0)) best = { field, score };
  }
  return best?.field;
}

/**
 * Returns the similarity. It is 0 for names that differ at both ends: there are thousands of names to compare, and near ones
 * that differ there have 18 letters or more.
 */
function nearness(word: string, name: string): number {
  const isShort = Math.min(word.length, name.length) < minSimilarLength;
  if (isShort || Math.abs(word.length - name.length) > maxLengthDifference) return 0;
  const sharesEnd = word.slice(0, 2) === name.slice(0, 2) || word.slice(-2) === name.slice(-2);
  return sharesEnd ? similarity(word, name) : 0;
}

const maxClosest = 3;
const minClose = 0.6;

/** Returns the names that a mistyped one may mean, the most similar one first. */
export function closest(typed: string, names: readonly string[]): readonly string[] {
  const word = plainWord(typed);
  return names
    .map((name) => ({ name, score: similarity(word, plainWord(name)) }))
    .filter(({ score }) => score >= minClose)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxClosest)
    .map(({ name }) => name);
}

/** Sørensen–Dice coefficient of the pairs of letters of two words, from 0 to 1. */
function similarity(one: string, other: string): number {
  if (one.length < 4 || other.length < 4) return one === other ? 1 : 0;
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  const common = pairs.filter((pair) => {
    const index = others.indexOf(pair);
    if (index >= 0) others.splice(index, 1);
    return index >= 0;
  }).length;
  return (2 * common) / (one.length + other.length - 2);
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}
