import { currencyCode } from '../values/amounts.ts';
import { plainWord, words } from '../values/vocabulary.ts';
import { anyOf, bare, priceWords } from './priceWords.ts';

/** The lowest `rank` is the most certain name. */
export interface AmountColumn {
  readonly field: 'article_price' | 'article_price_total' | 'article_tax_rate' | 'article_purchase_price';
  readonly rank: number;
}

export const unmarkedRank = 2;

/** Reads the words in the name of a column: brutto, incl., … mean gross, and netto, excl., … mean net. */
export function amountColumn(column: string, currency: string): AmountColumn | undefined {
  // QuickBooks has `Sales Price / Rate`, and Loyverse `Price [Shop]`.
  const header = headerWords(column.replace(/ ?\/ ?rate$| ?\[[^\]]*\]$/i, ''));
  if (!header || header.kinds.has('otherPrice')) return undefined;
  if (header.currency !== undefined && header.currency !== currency) return undefined;
  const { kinds } = header;
  if (kinds.has('cost')) return isPackage(column, header) ? undefined : costColumn(kinds);
  return isPrice(kinds) ? priceColumn(kinds) : taxColumn(kinds);
}

function costColumn(kinds: ReadonlySet<HeaderWord>): AmountColumn | undefined {
  const isTaxRate = kinds.has('rate') && kinds.has('tax');
  const isOther = ['gross', 'with', 'code'].some((kind) => kinds.has(kind as HeaderWord)) || isTaxRate;
  const isTax =
    kinds.has('tax') && !['net', 'netPrice', 'without'].some((kind) => kinds.has(kind as HeaderWord));
  return isOther || isTax ? undefined : { field: 'article_purchase_price', rank: costRank(kinds) };
}

const goods: ReadonlySet<string> = new Set('einheit unit uom item article artikel mj birim'.split(' '));
const perOne: ReadonlySet<string> = new Set('pro per je al za'.split(' '));
/** Matches words for a cost that is an amount, unlike those for the purchase itself. */
const costAmount =
  /^(?:[ck]ost|custo|supply|ekp|gld|selbstkosten|gestehung|einstand|osto)|pris$|preis$|prijs$/;

/** `Einkaufseinheit` and `Purchase item` say what is bought; `EK je Einheit` and `Unit cost` are amounts. */
function isPackage(column: string, { kinds, words: found }: HeaderWords): boolean {
  const isAmount =
    kinds.has('price') ||
    column.includes('/') ||
    found.some((word) => perOne.has(word) || costAmount.test(word));
  return !isAmount && found.some((word) => goods.has(word));
}

/** The last cost of many purchases is the least certain. */
function costRank(kinds: ReadonlySet<HeaderWord>): number {
  if (kinds.has('last')) return 2;
  return kinds.has('net') ? 0 : 1;
}

/** `Netto` alone is a price, `inkl. MwSt` alone says whether prices include the tax. */
function isPrice(kinds: ReadonlySet<HeaderWord>): boolean {
  if (kinds.has('code') || kinds.has('rate')) return false;
  return kinds.has('price') || (!kinds.has('tax') && (kinds.has('gross') || kinds.has('net')));
}

function priceColumn(kinds: ReadonlySet<HeaderWord>): AmountColumn | undefined {
  const isGross = kinds.has('gross') || (kinds.has('with') && kinds.has('tax'));
  const isNet = kinds.has('net') || kinds.has('netPrice') || (kinds.has('without') && kinds.has('tax'));
  if (isGross && isNet) return undefined;
  if (isNet) return { field: 'article_price', rank: 0 };
  if (isGross) return { field: 'article_price_total', rank: 1 };
  const isUnclear = kinds.has('tax') || kinds.has('with') || kinds.has('without');
  return isUnclear ? undefined : { field: 'article_price', rank: unmarkedRank };
}

function taxColumn(kinds: ReadonlySet<HeaderWord>): AmountColumn | undefined {
  const isTax = kinds.has('tax') && [...kinds].every((kind) => besideTax.has(kind));
  if (!isTax) return undefined;
  if (kinds.has('rate')) return { field: 'article_tax_rate', rank: 0 };
  return { field: 'article_tax_rate', rank: kinds.has('code') ? 2 : 1 };
}

const besideTax: ReadonlySet<HeaderWord> = new Set(['tax', 'rate', 'code', 'filler']);

type HeaderWord =
  | 'price'
  | 'cost'
  /** A price that is not the sales price, and is never taken for it. */
  | 'otherPrice'
  /** `with` and `without` count only beside `tax`. */
  | 'gross'
  | 'net'
  | 'with'
  | 'without'
  | 'tax'
  | 'rate'
  | 'code'
  /** Means net only beside a price. */
  | 'netPrice'
  | 'last'
  | 'filler'
  | 'currency';

const lists: readonly (readonly [HeaderWord, string])[] = [
  ['price', `${priceWords.price} ${priceWords.short} px forsaljningspris foersaeljningspris`],
  [
    'cost',
    `${priceWords.purchase} wholesale dachat dacquisto decompra einkaufspreis indkobspris inkopspris inkoepspris innkjopspris`,
  ],
  [
    'otherPrice',
    `uvp rrp msrp advies adviesprijs consigliato conseille recomendado sugerido sugerowana katalogowa streich compareat compare sale special aktions aktion sonder angebots angebot staffel min max mindest
     maximal haendler grosshandel grosshandels dealer reseller b2b lieferanten lieferant supplier vendor versand shipping
     grund alt alter alte old former standardprice total gesamt rabatt discount preiseinheit priceunit summe sum betrag amount status vorher`,
  ],
  [
    'gross',
    `${priceWords.gross} gross inkl inklusive incl including inclusive end laden final taxed retail inclusa incluso inclus incluse compris comprise comprises compresa incluido incluida inclusief dahil detal detaliczna sdph`,
  ],
  [
    'net',
    `${priceWords.net} net exkl exklusive excl excluding exclusive exc zzgl zuzueglich untaxed escl esclusa escluso exclus exclue excluido excluida exclusief haric ekskl eksklusive bezdph`,
  ],
  ['with', `${priceWords.with} tartalmazza`],
  ['without', `${priceWords.without} no nelkuel nelkul`],
  ['tax', priceWords.tax],
  [
    'rate',
    'satz saetze rate rates percent prozent percentage pct proz taux aliquota tasso stawka stawki tarief tipo oran orani oranı sats sazba sadzba kulcs taxa percentuale',
  ],
  [
    'code',
    'klasse klassen klassifikation class classification cod codice codigo kod code schluessel kennzeichen kz gruppe group art type typ id name rule rules key kategorie category',
  ],
  ['netPrice', 'subtotal ex'],
  ['last', 'last letzter letzte latest'],
  [
    'filler',
    `in pro per je de para the of der des die von a an and und einheit unit uom st stk stueck piece item product products article
     artikel produkt variant variante variation verkauf verkaufs selling sales sell list listen einzel regular
     regulaerer regulaer normal normaler std standard base basis default public your customer customers kunden kunde
     gesetzliche gesetzl ges aktueller aktuell current shop web online main haupt s en internal 1 7 19 0 00 vente vendita sprzedaz sprzedazy verkoop venta satis satıs unitaire unitario unitaria jednostkowa
     birim du di del della dela al produit prodotto produkt produktu producto articolo catalogue salgs catalogo listino za mj kus`,
  ],
  ['currency', 'eur euro usd dollar chf franken gbp pfund pln zloty czk sek dkk nok huf ron bgn jpy cad aud'],
];

const vocabulary = words<HeaderWord>(lists.map(([kind, list]) => [kind, bare(list)] as const));

/** Matches `Preis pro 100 Stk` and `price_per_1000`: the price of several pieces is not that of one. */
const numberOfPieces = /(?:^|[^\d.])(?:\d{2,}|1[.,]0+)(?!\d| ?%)/;

/** Matches `20%` in `inkl. 20%` and `19 %` in `19 % MwSt`, but not in `Preis -20%`. */
const rateBesideTax = new RegExp(
  `(?<=\\b(?:in[ck]l|e?xk?l|zzgl|${anyOf(priceWords.tax)})\\.? ?)\\d{1,2}(?:[.,]\\d)? ?%|\\b\\d{1,2}(?:[.,]\\d)? ?%(?= ?${anyOf(priceWords.tax)})`,
  'gi',
);

/** Matches `s/` and `c/` in `Precio s/ IVA`, without and with it. */
const abbreviated = /\b([sc])\/(?= ?(?:iva|imp))/gi;

const maxWordLength = Math.max(...[...vocabulary.keys()].map((word) => word.length));

export interface HeaderWords {
  readonly kinds: ReadonlySet<HeaderWord>;
  readonly words: readonly string[];
  readonly currency: string | undefined;
}

/**
 * Cuts the name of a column into known words, also German compounds. Returns undefined for an unknown word, or a price of
 * several pieces.
 */
export function headerWords(column: string): HeaderWords | undefined {
  // `VK inkl. 20%` names the rate.
  const name = column.replace(rateBesideTax, '');
  const found = cut(
    plainWord(name.replace(abbreviated, (_, word: string) => (/s/i.test(word) ? 'sin' : 'con'))),
  );
  if (!found) return undefined;
  // 7 and 19 are German tax rates: `VK inkl. 19 % MwSt`.
  if (numberOfPieces.test(column.replace(/\b(?:7|19)\b/g, ''))) return undefined;
  const named = found.find((word) => vocabulary.get(word) === 'currency') ?? /[€$£¥]/.exec(column)?.[0];
  return {
    words: found,
    kinds: new Set(found.map((word) => vocabulary.get(word) as HeaderWord)),
    currency: named === undefined ? undefined : currencyCode(named),
  };
}

/** Uses as few words of the vocabulary as possible; returns undefined when that is impossible. */
function cut(text: string): readonly string[] | undefined {
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - maxWordLength); start < end; start += 1) {
      const before = best[start];
      const word = text.slice(start, end);
      if (before && vocabulary.has(word) && before.length + 1 < (best[end]?.length ?? Infinity))
        best[end] = [...before, word];
    }
  }
  return text === '' ? undefined : best[text.length];
}
