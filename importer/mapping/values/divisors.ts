import Big from 'big.js';
import type { Converted, Problem } from './cells.ts';
import { plainWord } from './vocabulary.ts';

/** Fields that a column of prices can be mapped to, gross ones too: only these are divided. */
export const mappedPrices: readonly string[] = [
  'article_price',
  'article_price_total',
  'article_purchase_price',
];

const maxDecimals = 4;

/** Divides an amount exactly: a result with more decimals than the field has is a problem. */
export function divided(converted: Converted, divisor: Big): Converted {
  if (typeof converted === 'object' && 'problem' in converted) return converted;
  const value = typeof converted === 'object' ? converted.value : converted;
  if (value === undefined) return undefined;
  const result = new Big(value).div(divisor).round(maxDecimals);
  if (!result.times(divisor).eq(value))
    return {
      problem: `"${value}" divided by ${divisor.toString()} has more than ${maxDecimals} decimals: correct it, or divide the price in the file`,
    };
  const text = result.toFixed();
  return typeof converted === 'object' ? { ...converted, value: text } : text;
}

const numberOfWord: ReadonlyMap<string, number> = new Map(
  (
    [
      [100, 'c h hd hundert hundred cent cento cien sto honderd yuz'],
      [1000, 'm t tsd tausend thousand mille mil mila tys tysiac duizend bin'],
    ] as const
  ).flatMap(([number, words]) => words.split(' ').map((word) => [word, number] as const)),
);

/** Matches `100`, `1.000`, `je 100 Stück`, `per 100 pcs` and `100 St.`. */
const withNumber =
  /^(?:[\p{L}. /]{0,12}[ /])?(\d{1,3}(?:[.,' ]000)+|\d+)(?:[.,]0{1,2})?(?![\d.,])\s*[^\d]*$/u;

/** Returns for how many pieces a price is: a number, also with words around it, or a code such as `C` for 100. */
export function piecesOf(text: string): number | undefined {
  const code = numberOfWord.get(plainWord(text));
  if (code !== undefined) return code;
  const [, number] = withNumber.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number.replace(/[.,' ]/g, ''));
}

/** Reads the pieces of a row's price; an empty cell means a single one. */
export function divisorOf(column: string, text: string): Big | Problem {
  const pieces = text === '' ? 1 : piecesOf(text);
  if (pieces !== undefined && pieces > 0) return new Big(pieces);
  return {
    problem: `column ${column} has "${text}" instead of a number of pieces such as 100: correct it, or translate it with "values" of "price_per" in a mapping file`,
  };
}
