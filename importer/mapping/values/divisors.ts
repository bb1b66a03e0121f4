import Big from 'big.js';
import { amountDecimals } from '../../../shared/contract/values/clean.ts';
import type { Converted, Problem } from './cells.ts';
import { isOtherUnit, otherUnits, plainWord, units } from './vocabulary.ts';

/** Fields that a column of prices can be mapped to, gross ones too: only these are divided. */
export const mappedPrices: readonly string[] = [
  'article_price',
  'article_price_total',
  'article_purchase_price',
];

/** Divides an amount exactly: a result with more decimals than the field has is a problem. */
export function divided(converted: Converted, divisor: Big): Converted {
  if (typeof converted === 'object' && 'problem' in converted) return converted;
  const value = typeof converted === 'object' ? converted.value : converted;
  if (value === undefined) return undefined;
  const result = new Big(value).div(divisor).round(amountDecimals);
  if (!result.times(divisor).eq(value))
    return {
      problem: `"${value}" divided by ${divisor.toString()} has more than ${amountDecimals} decimals: correct it, or divide the price in the file`,
    };
  const text = result.toFixed();
  return typeof converted === 'object' ? { ...converted, value: text } : text;
}

const numberOfWord: ReadonlyMap<string, number> = new Map(
  (
    [
      [100, '% c h cen hd hdt hst hundert hundred cent cento cien ciento sto honderd yuz'],
      [1000, '‰ 0/00 o/oo m t td tsd tst tausend thousand mille mil mila tys tysiac duizend bin'],
    ] as const
  ).flatMap(([number, words]) => words.split(' ').map((word) => [word, number] as const)),
);

/** Matches `100`, `1.000`, `je 100 Stück`, `per 100 pcs` and `100 St.`. */
const withNumber =
  /^(?:[\p{L}. /]{0,12}[ /])?(\d{1,3}(?:[.,' ]000)+|\d+)(?:[.,]0{1,2})?(?![\d.,])\s*[^\d]*$/u;

/** Words before and after the number: `je Hundert`, `Tausend Stück`, `le cent`, `%-Stück`. */
const before = /^(?:je|pro|per|pr|par|por|pour|za|für|for|al|à|a|le|la|il|el|les)[ .]+/iu;
const after = /(?<=.)[ .-]+(?:st|stk|stück|stueck|pcs|pieces|pièces|pezzi|piezas|szt|sztuk|stuks)\.?$/iu;

/** A longer text says more than a number of pieces, and the patterns would take long for it. */
const maxPiecesLength = 40;

/** Returns for how many pieces a price is: a number, also with words around it, or a code such as `C` for 100. */
export function piecesOf(text: string): number | undefined {
  if (text.length > maxPiecesLength) return undefined;
  const code = numberIn(text);
  if (code !== undefined) return code;
  const [, number] = withNumber.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number.replace(/[.,' ]/g, ''));
}

function numberIn(text: string): number | undefined {
  const word = text.trim().replace(before, '').replace(after, '').trim();
  return numberOfWord.get(/^\p{L}/u.test(word) ? plainWord(word) : word) ?? numberOfWord.get(plainWord(text));
}

/** Returns 1, 10, 100 and so on for a price of so many pieces. A single letter may be a size. */
export function roundPieces(text: string): number | undefined {
  if (/^\p{L}$/u.test(text.trim())) return undefined;
  const pieces = piecesOf(text);
  return pieces !== undefined && /^10*$/.test(String(pieces)) ? pieces : undefined;
}

/**
 * Returns for how many pieces a price is, by its unit: 1,000 for `Tausend`, 1 for a piece, a metre or a tonne. Undefined if nobody
 * knows: `M` may be metres or thousands, `H` hours or hundreds.
 */
export function piecesOfUnit(text: string): number | undefined {
  const unit = text.trim();
  if (unit.length > maxPiecesLength || /^[MH]$/.test(unit)) return undefined;
  if (unit === 't' || isKnownUnit(unit)) return 1;
  if (!/\d/.test(unit)) return piecesOf(unit) ?? (isOtherUnit(unit) ? 1 : undefined);
  // The number of `500 g` is a quantity of the goods, and that of `Dose/2` may be.
  const [, goods] = /^[\d., ]*\d(?!\d)\s*([^\d]*)$/.exec(unit.replace(before, '')) ?? [];
  const arePieces = goods === '' || units.get(plainWord(goods ?? '')) === 'unit_ppu';
  return arePieces ? piecesOf(unit) : undefined;
}

function isKnownUnit(text: string): boolean {
  return units.has(plainWord(text)) || otherUnits.has(plainWord(text));
}

/** Column that says for how many pieces the prices of a row are. */
export interface PiecesColumn {
  readonly name: string;
  /** True if it gives the unit, too: its letters mean hours and metres first. */
  readonly hasUnits: boolean;
}

/** Reads the pieces of a row's price; an empty cell means a single one. */
export function divisorOf({ name, hasUnits }: PiecesColumn, text: string): Big | Problem {
  const pieces = text === '' ? 1 : hasUnits ? piecesOfUnit(text) : piecesOf(text);
  if (pieces !== undefined && pieces > 0) return new Big(pieces);
  return {
    problem: `column ${name} has "${text}" instead of a number of pieces such as 100: correct it, or translate it with "values" of "price_per" in a mapping file`,
  };
}
