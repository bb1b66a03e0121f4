import Big from 'big.js';
import { amountDecimals } from '../../../shared/contract/values/clean.ts';
import { type Converted, type Problem, roundedBySpreadsheet } from './cells.ts';
import { otherUnits, plainWord, units } from './vocabulary.ts';

/**
 * Matches a sign, code or name of a currency before a number; `signAfter` matches one after it. The point of `€.50` is the
 * number's, that of `Fr. 50` the name's, and that of `Fr.50` may be either.
 */
const signBefore = /^([^\d\s.,+'-]{1,6}(?:\.(?=[\s+-]|\d+[.,']))?)\s*(?=[-+,\d]|(?<!\p{L})\.)/u;
const signAfter = /(?<=[\d.,–—-])\s*([^\d\s.,+'–—-]{1,6}\.?)$/;

const digitsOnly = /^[\d.,-]+$/;

/** Matches the end of `12,-`, which is 12. */
const withoutCents = /(?<=\d)[.,][-–—]{1,2}$/;

/** A longer text is not an amount, and the patterns would take long for it. */
const maxAmountLength = 64;

export function amountConversion(
  currency: AccountCurrency,
  notation?: Notation,
): (text: string) => Converted {
  return (text) => {
    if (text.length > maxAmountLength)
      return { problem: `"${text.slice(0, maxAmountLength)}…" is not a number` };
    if (digitsOnly.test(text)) return quoting(text, text.replace(withoutCents, ''), notation);
    const signs = [signBefore, signAfter].flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
    if (signs.length === 0) return quoting(text, text, notation);
    const damaged = roundedBySpreadsheet(text);
    if (damaged) return damaged;
    if (signs.includes('%'))
      return { problem: `"${text}" is a percentage, not an amount: choose another column` };
    const [, pieces] = forPieces.exec(text) ?? [];
    if (pieces !== undefined) return forSeveral(text, pieces);
    const other = signs.map(currencyCode).find((code) => code !== currency.code);
    if (other !== undefined) return foreign(text, other, currency);
    const number = text.replace(signBefore, '').replace(signAfter, '').trim();
    return quoting(text, number.replace(withoutCents, ''), notation);
  };
}

/** Matches `12,50 / 100 Stk` and `4.90 per 100`. */
const forPieces =
  /^[^\d]{0,6}\d[\d.,']*[^\d/]{0,8}(?:\/|\b(?:per|pro|je|par|por|za|for|à)\b)\s*(\d{2,5})(?!\d)/i;

/** Quotes the whole text in problems. */
function quoting(text: string, number: string, notation: Notation | undefined): Converted {
  const digits = decimalDigits(number.trim(), notation);
  if (typeof digits === 'string') return rounded(digits);
  const [, pieces] = forPieces.exec(text) ?? [];
  if (pieces !== undefined) return forSeveral(text, pieces);
  return { problem: digits.problem.replace(`"${number.trim()}"`, () => `"${text}"`) };
}

/** Rounds net prices that programs computed and wrote with all digits, such as 19.99159664. */
function rounded(digits: string): Converted {
  if (digits.length - digits.indexOf('.') - 1 <= amountDecimals || !digits.includes('.')) return digits;
  const value = new Big(digits).round(amountDecimals, Big.roundHalfUp).toString();
  return new Big(value).eq(digits) ? value : { value, repair: `rounded to ${amountDecimals} decimals` };
}

function forSeveral(text: string, pieces: string): Problem {
  return {
    problem: `"${text}" is the price of ${pieces} pieces: write the price of one, or write the ${pieces} into a column of its own and choose that with --price-per`,
  };
}

function foreign(text: string, sign: string, { code, isFromService }: AccountCurrency): Problem {
  if (!currencies.has(sign) || isUnit(sign)) return { problem: `"${text}" is not a number` };
  const orSet = isFromService ? '' : `, or set --currency ${sign} if it is the account's`;
  return { problem: `"${text}" is not in ${code}, the account's currency: convert it${orSet}` };
}

/** Codes of ISO 4217: `12 Mio` is not an amount in a currency. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export function isUnit(sign: string): boolean {
  const word = plainWord(sign);
  return units.has(word) || otherUnits.has(word);
}

export interface Notation {
  readonly group: string;
  readonly point: string;
}

export const notationExamples = ['1.234,56', '1,234.56', '1234,56', '1234.56', '1 234,56', "1'234.56"];

export function notationOf(example: string): Notation | undefined {
  const [, group = '', point = ''] = /^1([., ']?)234([.,])56$/.exec(example) ?? [];
  return point === '' || point === group ? undefined : { group, point };
}

/** Matches numbers without thousands separators that are not ambiguous. */
const plain = /^-?\d+(?:\.\d{1,2})?$/;

/**
 * Returns the digits of a number, with a decimal point. Without a notation, `1.234` is refused: one of its two readings is
 * wrong by a factor of a thousand.
 */
function decimalDigits(text: string, notation?: Notation): string | Problem {
  if (!notation && plain.test(text)) return text;
  // A blank separates thousands; elsewhere in a number, such as in `12,50 100`, it is a mistake.
  const digits = text
    .replace(/(?<=^[-+]?\d[\d\s]*)\s(?=\d{3}(?!\d))/g, '')
    .replace(/^\+/, '')
    .trim();
  const { group, point } = notation ?? notationIn(digits) ?? {};
  if (point === undefined)
    return {
      problem: `"${text}" is ambiguous: the separator may mark decimals or thousands; set the number format with --decimal, such as 1.234,56`,
    };
  const like = notation ? ` written like 1${notation.group}234${notation.point}56` : '';
  return inNotation(digits, group?.trim() ?? '', point) ?? { problem: `"${text}" is not a number${like}` };
}

/** Takes the last of two different separators as the decimal point. A single one is too, unless three digits follow it. */
function notationIn(digits: string): Notation | undefined {
  const separators = digits.replace(/[^.,']/g, '');
  const last = separators.at(-1) ?? '.';
  const first = separators[0] ?? '';
  if (first !== '' && first !== last) return { group: first, point: last };
  if (separators.length > 1 || last === "'") return { group: last, point: last === '.' ? ',' : '.' };
  return separators !== '' && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
    ? undefined
    : { group: '', point: last };
}

function inNotation(digits: string, group: string, point: string): string | undefined {
  const [whole = '', ...decimals] = digits.split(point);
  if (decimals.length > 1 || !/^\d*$/.test(decimals[0] ?? '')) return undefined;
  const isGrouped = group !== '' && whole.includes(group);
  const groups = isGrouped ? whole.split(group) : [whole];
  const isWhole = isGrouped
    ? /^-?\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((digitsOf) => /^\d{3}$/.test(digitsOf))
    : /^-?\d*$/.test(whole);
  const number = `${groups.join('') || '0'}${decimals[0] ? `.${decimals[0]}` : ''}`;
  return isWhole && /\d/.test(digits) ? number.replace(/^-(?=\.|$)/, '-0') : undefined;
}

const names: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  franken: 'CHF',
  pfund: 'GBP',
  zloty: 'PLN',
  '€': 'EUR',
  $: 'USD',
  us$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  fr: 'CHF',
  sfr: 'CHF',
  zł: 'PLN',
  kč: 'CZK',
  lei: 'RON',
  leu: 'RON',
};

/** Returns the ISO 4217 code for a code, name or sign. */
export function currencyCode(text: string): string {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  return names[word] ?? word.toUpperCase();
}

export interface AccountCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** False if it comes from `--currency`, or is the default. */
  readonly isFromService: boolean;
}
