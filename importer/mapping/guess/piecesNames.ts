import { roundPieces } from '../values/divisors.ts';
import { plainWord } from '../values/vocabulary.ts';

/** Matches the names of columns that say for how many pieces a price is, as `plainWord` writes them. */
const piecesColumn =
  /^(?:pe|pro|je|per|par|[pk]peinh?|kpein|basismenge|(?:base|per)(?:quantity|qty)|unita(?:di|del)?prezzo|fiyatbirimi)$/;
/** Words for a price beside words for a number: `Preiseinheit VK`, `Pricing Unit`, `Einheit Preis`. */
const priceWord = /preis|pric(?:e|ing)|prix|prezz|ceny|cena|cenow|prijs|preci|preco|fiyat/;
const numberWord =
  /einh|unit|menge|qty|quantit|basis|base|fakt|factor|\bje|pro|per|par|pour|quant|za|jedn|eenheid|por|birim/;
const packColumn =
  /^(?:vpe|ve|verpackungseinheit|packungseinheit|verpackungsmenge|packmenge|gebindegroesse|packagingunit|packsize|packquantity|conditionnement|unitedeconditionnement|confezione|pezziperconfezione|opakowanie|iloscwopakowaniu|verpakkingseenheid|embalaje)$/;

/** Tells columns of pieces from those of prices, as `Preis pro Einheit`, by their values: 100, or words. */
export function piecesColumnKind(
  name: string,
  values: readonly string[] = [],
): 'pieces' | 'pack' | undefined {
  const word = plainWord(name);
  if (piecesColumn.test(word)) return 'pieces';
  if (packColumn.test(word)) return 'pack';
  const isNamed = numberWord.test(word.replace(priceWord, ' ')) && priceWord.test(word);
  const havePieces = values.every((value) => !/\d/.test(value) || roundPieces(value) !== undefined);
  return isNamed && havePieces ? 'pieces' : undefined;
}

/** Numbers that are often 10 or 100, and say nothing of prices. */
const other =
  /bestand|lager|stock|inventory|invent|magazyn|voorraad|giacenza|existencia|verfuegbar|available|gewicht|weight|poids|peso|waga|laenge|breite|hoehe|length|width|height|min|max|sort|position|reihenfolge|rang|rank|prior|liefer|delivery|lead|tage|days|status|rabatt|discount|punkte|points|percent|prozent|volume|volt|watt|id$/;

export function otherNumber(name: string): boolean {
  return other.test(plainWord(name));
}
