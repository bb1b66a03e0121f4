import { plainWord } from '../values/vocabulary.ts';
import { anyOf, priceWords } from './priceWords.ts';

/** Cuts a name into words: lower case, without accents, with blanks around. */
function spaced(name: string): string {
  const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').split(/[^\p{L}\p{N}%]+/u);
  return ` ${words.map((word) => (word.includes('%') ? word : plainWord(word))).join(' ')} `;
}

const price = new RegExp(
  `^ (?:endkunden?|haendler|wiederverkaeufer|dealer|reseller|retail|netto|brutto|net|gross) $|${anyOf(priceWords.price)}|${anyOf(priceWords.short)}|verkoop|\\bvkp?\\d+\\b|\\bvk ?(?:netto|brutto)|\\buvp\\b|\\bm?s?rrp\\b|\\bmsrp\\b|\\brsp\\b|\\bpvpr?\\b|\\bunit amount\\b|\\bamount minor\\b`,
);
const purchase = new RegExp(`${anyOf(priceWords.purchase)}|standard price|wareneinsatz`);
/** Matches prices of packs, of larger quantities and of what belongs to an article, and columns that describe a price. */
const otherAmount =
  /(?:per|pro|je|par|za|por) (?:vpe|ve|pack|packung|karton|carton|palette|pallet|kiste|gebinde|case|box|doos)\b|\b(?:vpe|ve|pack|case|box|carton|pallet|karton) ?(?:preis|price)|packungspreis|kartonpreis|packpreis|palettenpreis|gebindepreis|packprice|caseprice|(?:pack|case|box|carton|pallet) price|staffel|\btier|\bbulk\b|mengen|scaglion|degress|\b(?:ab|from|from qty|bei) \d|\bbasis\b|grundpreis|basispreis|versand|shipping|porto|fracht|freight|spedizione|wysylk|verzend|envio|kargo|gewicht|weight|preiseinheit|preismenge|price (?:unit|quantity|qty)|unite de prix|unita prezzo|preisgruppe|price group|(?:price list|preisliste|listino) $|\b100 ?(?:g|ml|gr)\b|gesamt|\btotal|summe|status|datum|\bdate\b|gueltig|valid|kennzeichen|preisart|pricetype|price type|fraction digits|exponent|nachkommastellen|\bmin(?!or)|mindest|\bmax|\b(?:from|qty|quantity|menge) $|waehrung|currency|valuta|devise/;
const discount =
  /rabatt|discount|nachlass|\bskonto|remise|sconto|\brabat|korting|descuento|descont|dto\b|abschlag|ermaessigung|rabais|ribasso|markdown|upust|znizk|sleva|alennus|kedvezmeny|iskonto|indirim|rebate|\brab\b/;
const notADiscount =
  /gruppe|group|code|faehig|moeglich|erlaubt|allowed|able|art\b|type|kennzeichen|price|preis|prix|prezzo|prijs|\bcena/;
const retail =
  /\buvp\b|\brrp\b|\bmsrp\b|\brsp\b|\bpvpr?\b|unverbindlich|empfohlen|recommended|suggested|retail|endkunde|endverbraucher|verbraucher|consumer|consommateur|public|conseille|consigliat|sugerowan|detal|advies|consument|recomendado|al publico|perakende|ladenpreis/;
const strike =
  /streich|compare|\b(?:alt|alter|alte|old|was|former|previous|before|vorher|ancien|vecchio|stara|oud|oude|anterior|eski)\b|statt|barre\b|przekreslon|doorgestreept/;
const sale = /sonder|aktion|angebot|\bsale\b|special|promo|offer|solde|scontat|oferta|aanbieding|kampanya/;

/** Prices of a measure, which shops must show beside those of the articles. */
const measure =
  /(?:per|pro|je|par|au|al|por|za|a|€|eur) (?:l|ltr?|lit(?:er|re|ro|r)s?|kg|kilo(?:gramm)?s?|m|m2|qm|met(?:er|re|ro)s?)\b|(?:liter|kilo)(?:preis|prijs)/;

/** Kinds of prices, by their names in several languages. */
export const priceName = {
  isPrice: (name: string) => test(price, name) && !priceName.isPurchase(name) && !test(otherAmount, name),
  isOfMore: (name: string) => test(price, name) && test(otherAmount, name) && !priceName.isPurchase(name),
  /** Purchase prices and those of packs are never proposed. */
  isNoPrice: (name: string) => priceName.isPurchase(name) || test(otherAmount, name) || test(discount, name),
  isPurchase: (name: string) => test(purchase, name),
  isDiscount: (name: string) => test(discount, name) && !test(notADiscount, name),
  /** Recommended prices and those for consumers include the tax. */
  isRetail: (name: string) => test(retail, name),
  isOfMeasure: (name: string) => test(measure, name),
  isStrike: (name: string) => test(strike, name),
  isSale: (name: string) => test(sale, name),
} as const;

const taxWord = `(?:mw st|${anyOf(priceWords.tax)})`;
const middle = '(?:(?:[^ ]*[0-9%]+|der|the|ges|gesetzl|gesetzliche[rn]?) )*';
const gross = new RegExp(
  `${anyOf(priceWords.gross)}|\\bgross(?= |price|preis)|\\b(?:in[ck]l[a-z]*|${anyOf(priceWords.with)}|z|c|s(?= dph)) ?${middle}${taxWord}\\b|\\b${taxWord} (?:in[ck]l|compris|enthalten|inbegr|dahil)`,
);
const net = new RegExp(
  `${anyOf(priceWords.net)}|\\bnet(?= |price)|\\b(?:e[kx][sc]?[kc]l[a-z]*|exc?|${anyOf(priceWords.without)}|zzgl|zuzueglich|plus|s(?= iva)) ?${middle}${taxWord}\\b|\\b${taxWord} (?:e[sx][ck]l|haric)`,
);

/** Returns what the words in the name of a column say of its prices, also beside units and other words: `VK brutto (Cent)`. */
export function taxMeaning(name: string): 'gross' | 'net' | undefined {
  // A price for large packages, or of a wholesaler, is not a gross one.
  const words = spaced(name.replace(/gro(?:ß|sshandel)/gi, 'big'));
  const isNet = net.test(words);
  if (gross.test(words) === isNet) return undefined;
  return isNet ? 'net' : 'gross';
}

function test(pattern: RegExp, name: string): boolean {
  return pattern.test(spaced(name));
}

const cents =
  /\b(?:cents?|centen|ct|minor|pence|pennies|centimes?|centesimi|centavos?|centimos?|grosz[ey]?|rappen|oere|kurus|unit amount|sub ?units?|smallest (?:currency )?units?|kleinste(?:r|n)? (?:waehrungs)?einheit(?:en)?)\b|(?<!per|pro)cents?\b/;
const thousand = /tausend|\btsd\b|thousand|\bmille\b|duizend|tysiac|\bmil\b/;
const hundred = /hundert|\bhundred|\bcento\b|honderd|\bcien\b/;
/** A sign right after the word for a price: a rate in percent has a number before it, or words between. */
const perSign = new RegExp(`(?:${anyOf(priceWords.price)}|vkp?)[a-z]* *[(/]? *(%|‰)`, 'i');
const piecesOfPrice = /\b(?:per|pro|je|for|pour|par|za|por|a) (\d{2,5})\b(?! ?%)|\b(1000?0?)\b(?! ?%)/;

/** Matches `T€`, `k€`, `TEUR`, `Tsd. EUR` and `in Tsd.`: amounts in thousands. */
const inThousands =
  /(?:^|[^\p{L}])(?:[tk]|tsd\.?|tausend|tys\.?) ?(?:€|\$|£|(?:eur|euro|chf|usd|gbp|pln|czk|sek|dkk|nok|zł|kč)(?!\p{L}))|[^\p{L}]in (?:tsd|tausend|thousands?|milliers|migliaia|tys|duizend|miles)(?!\p{L})|(?:€|\$|£|eur|chf|usd)[ ']?000s?(?!\d)/iu;

/**
 * Returns by what the prices of a column must be divided, as its name says: 100 for cents, the pieces of a price, or a thousandth
 * for thousands.
 */
export function factorIn(name: string): { readonly number: number; readonly what: string } | undefined {
  if (inThousands.test(name)) return { number: 0.001, what: 'prices in thousands' };
  const words = spaced(name);
  if (cents.test(words)) return { number: 100, what: 'prices in cents' };
  const [, many, round] = piecesOfPrice.exec(words) ?? [];
  const [, sign] = perSign.exec(name) ?? [];
  const isThousand = sign === '‰' || thousand.test(words);
  const named = isThousand ? 1000 : sign === '%' || hundred.test(words) ? 100 : undefined;
  const pieces = Number(many ?? round ?? named ?? 1);
  return pieces === 1 ? undefined : { number: pieces, what: `prices for ${pieces} pieces` };
}
