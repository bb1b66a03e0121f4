import { roundPieces } from '../values/divisors.ts';
import { plainWord } from '../values/vocabulary.ts';
import { anyOf, priceWords } from './priceWords.ts';

/** Matches the names of columns that say for how many pieces a price is, as `plainWord` writes them. */
const piecesColumn =
  /^(?:pe|pro|je|per|par|[pk]peinh?|kpein|basismenge|(?:base|per)(?:quantity|qty)|unita(?:di|del)?prezzo|fiyatbirimi)$/;
/** Matches names of columns with codes for the pieces, such as the `PE-Kz.` of Datanorm. */
const codeColumn =
  /^(?:vk|ek)?(?:pe|ped|preiseinheit(?:en|s)?|preismengen?|priceunit|pricingunit|priceper|unitedeprix)(?:kz|kennz|kennzeichen|kennziffer|code|schluessel|key|typ)$/;
/** Matches words for a price beside words for a number: `Preiseinheit VK`, `Pricing Unit`, `Einheit Preis`. */
const priceWord = new RegExp(`${anyOf(priceWords.price)}|pricing|^cen(?:[ay]|owa)`);
const numberPart =
  /einh|unit|menge|qty|quantit|basis|base|fakt|factor|quant|jedn|eenheid|birim|dimension|^(?:je|pro|per|par|por|pour|za|me)$/;
const packColumn =
  /^(?:vpe|ve|verpackungseinheit|packungseinheit|verpackungsmenge|packmenge|gebindegroesse|packagingunit|packsize|packquantity|conditionnement|unitedeconditionnement|confezione|pezziperconfezione|opakowanie|iloscwopakowaniu|verpakkingseenheid|embalaje)$/;

/** Tells columns of pieces from those of prices, as `Preis pro Einheit`, by their values: 100, or words. */
export function piecesColumnKind(
  name: string,
  values: readonly string[] = [],
): 'pieces' | 'codes' | 'pack' | undefined {
  const word = plainWord(name);
  if (codeColumn.test(word) || (piecesColumn.test(word) && areCodes(values))) return 'codes';
  if (piecesColumn.test(word)) return 'pieces';
  if (packColumn.test(word)) return 'pack';
  if (!isNamedPieces(name)) return undefined;
  if (areCodes(values)) return 'codes';
  const havePieces = values.every(
    (value) => !/\d/.test(value) || value === '0' || roundPieces(value) !== undefined,
  );
  return havePieces ? 'pieces' : undefined;
}

function isNamedPieces(name: string): boolean {
  const parts = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/order[ _]?by|sort[ _]?order/gi, 'sort')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plainWord);
  const others = parts.flatMap((part) => part.replace(priceWord, ' ').trim().split(' '));
  return parts.some((part) => priceWord.test(part)) && others.some((part) => numberPart.test(part));
}

/** True for the codes 0 to 3 of Datanorm, of which 0 means a single piece; without a 0, they may be pieces. */
function areCodes(values: readonly string[]): boolean {
  return values.length > 1 && values.includes('0') && values.every((value) => /^[0-3]$/.test(value));
}

/** Numbers that are often 10 or 100, and say nothing of prices. */
const other =
  /bestand|lager|stock|inventory|invent|magazyn|voorraad|giacenza|existencia|verfuegbar|available|gewicht|weight|poids|peso|waga|laenge|breite|hoehe|length|width|height|min|max|sort|position|reihenfolge|rang|rank|prior|liefer|delivery|lead|tage|days|status|rabatt|discount|punkte|points|percent|prozent|volume|volt|watt|(?:id|code|kod|codice|codigo|nr|nummer|number|key|ref|gruppe|group|klasse|class|kategorie|category|serie|jahr|year|seite|version|name)$/;

export function otherNumber(name: string): boolean {
  return other.test(plainWord(name));
}
