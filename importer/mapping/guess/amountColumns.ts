import { type HeaderWord, headerWords } from './headerWords.ts';

/** The lowest `rank` is the most certain name. */
export interface AmountColumn {
  readonly field: 'article_price' | 'article_price_total' | 'article_tax_rate' | 'article_purchase_price';
  readonly rank: number;
}

export const unmarkedRank = 2;

/** Reads the words in the name of a column: brutto, incl., … mean gross, and netto, excl., … mean net. */
export function amountColumn(column: string, currency: string): AmountColumn | undefined {
  const words = headerWords(column);
  if (!words || words.kinds.has('otherPrice')) return undefined;
  if (words.currency !== undefined && words.currency !== currency) return undefined;
  const { kinds } = words;
  if (kinds.has('cost')) return costColumn(kinds);
  return isPrice(kinds) ? priceColumn(kinds) : taxColumn(kinds);
}

function costColumn(kinds: ReadonlySet<HeaderWord>): AmountColumn | undefined {
  const isOther = ['gross', 'with', 'code', 'rate'].some((kind) => kinds.has(kind as HeaderWord));
  const isTax = kinds.has('tax') && !kinds.has('net') && !kinds.has('without');
  return isOther || isTax ? undefined : { field: 'article_purchase_price', rank: kinds.has('net') ? 0 : 1 };
}

/** `Netto` alone is a price, `inkl. MwSt` alone says whether prices include the tax. */
function isPrice(kinds: ReadonlySet<HeaderWord>): boolean {
  if (kinds.has('code') || kinds.has('rate')) return false;
  return kinds.has('price') || (!kinds.has('tax') && (kinds.has('gross') || kinds.has('net')));
}

function priceColumn(kinds: ReadonlySet<HeaderWord>): AmountColumn | undefined {
  const isGross = kinds.has('gross') || (kinds.has('with') && kinds.has('tax'));
  const isNet = kinds.has('net') || (kinds.has('without') && kinds.has('tax'));
  if (isGross && isNet) return undefined;
  if (isNet) return { field: 'article_price', rank: 0 };
  if (isGross) return { field: 'article_price_total', rank: 1 };
  const isUnclear = kinds.has('tax') || kinds.has('with') || kinds.has('without');
  return isUnclear ? undefined : { field: 'article_price', rank: unmarkedRank };
}

function taxColumn(kinds: ReadonlySet<HeaderWord>): AmountColumn | undefined {
  const isTax = kinds.has('tax') && [...kinds].every((kind) => taxWords.has(kind));
  if (!isTax) return undefined;
  if (kinds.has('rate')) return { field: 'article_tax_rate', rank: 0 };
  return { field: 'article_tax_rate', rank: kinds.has('code') ? 2 : 1 };
}

const taxWords: ReadonlySet<HeaderWord> = new Set(['tax', 'rate', 'code', 'filler']);
