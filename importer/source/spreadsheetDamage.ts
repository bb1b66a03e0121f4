import Big from 'big.js';
import { keptDigits, withoutAddedZero } from './storedDecimals.ts';

/** Texts that a spreadsheet takes for numbers or dates, and writes otherwise when it saves the file. */
const changeable = [
  /^\+\d+$/,
  /^-?0\d+$/,
  /^\d{12,}$/,
  /^\d+[.,]\d+$/,
  /^\d+E\d+$/i,
  /^\d{1,4}[-/]\d{1,4}$/,
  /^(?:jan|feb|mrz|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)t?\d{1,4}$/i,
];
const maxLength = 40;

/** True if the text may come back from a spreadsheet as another one: without a zero at its start, rounded, or as a date. */
export function isChangeable(text: string): boolean {
  return text.length <= maxLength && changeable.some((pattern) => pattern.test(text));
}

/** True if `now` is what a spreadsheet makes of `before`, so that nobody typed it. */
export function isDamaged(before: string, now: string): boolean {
  const text = withoutAddedZero(now.trim());
  return isSameNumber(before, text) || isRounded(before, text) || isTakenForDate(before, text);
}

const plainNumber = /^([+-]?)(\d+)(?:([.,])(\d+))?$/;

/** Compares without a plus sign, and without zeros at the start and after the decimals. */
function isSameNumber(one: string, other: string): boolean {
  const [first, second] = [one, other].map(plainForm);
  return first !== undefined && first === second;
}

/** Three digits after a point or comma may be thousands, so these signs differ; otherwise both begin the decimals. */
function plainForm(text: string): string | undefined {
  const parts = plainNumber.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', point = '', decimals = ''] = parts;
  const end = decimals.replace(/0+$/, '');
  const separator = decimals.length === 3 ? point : '.';
  return `${sign.replace('+', '')}${whole.replace(/^0+(?=\d)/, '')}${end && separator}${end}`;
}

const exponential = /^(-?)(\d+)(?:[.,](\d+))?E\+?(\d{1,3})$/i;

/** Compares with as many digits as the spreadsheet kept: `4,01E+12`, or zeros after the fifteenth digit. */
function isRounded(before: string, now: string): boolean {
  const whole = valueOf(before);
  const rounded = valueOf(now);
  if (whole === undefined || rounded === undefined) return false;
  const [, , first = '', others = ''] = exponential.exec(now) ?? [];
  const kept = `${first}${others}`.length || keptDigits;
  return [Big.roundHalfUp, Big.roundDown].some((mode) => new Big(whole).prec(kept, mode).eq(rounded));
}

/** Returns a whole number without zeros at its start; undefined for other texts. */
function valueOf(text: string): string | undefined {
  const parts = exponential.exec(text);
  if (parts) return `${parts[1]}${parts[2]}.${parts[3] ?? '0'}e${parts[4]}`;
  return /^[+-]?\d+$/.test(text) ? text.replace('+', '') : undefined;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const otherMonths: Readonly<Record<string, string>> = {
  mrz: 'mar',
  mär: 'mar',
  mai: 'may',
  okt: 'oct',
  dez: 'dec',
};

/** True for a date with the same numbers: `1-2` comes back as `01. Feb` or `2026-02-01`, `12.50` as `Dez 50`. */
function isTakenForDate(before: string, now: string): boolean {
  const found = datePartsOf(now);
  const isDate = found.length === 3 || (found.length === 2 && /\p{L}/u.test(now));
  const others = datePartsOf(before);
  if (!isDate || others.length !== 2) return false;
  return others.every((part) => {
    const index = found.indexOf(part);
    return index !== -1 && found.splice(index, 1).length > 0;
  });
}

/** Returns day, month and year, in any order, a year without its century; nothing for a text that is not a date. */
function datePartsOf(text: string): number[] {
  const parts = text.match(/\d+|\p{L}+/gu) ?? [];
  const numbers = parts.map((part) => (/\d/.test(part) ? Number(part) % 100 : monthOf(part)));
  return numbers.includes(Number.NaN) ? [] : numbers;
}

function monthOf(word: string): number {
  const start = word.slice(0, 3).toLowerCase();
  const index = months.indexOf(otherMonths[start] ?? start);
  return index === -1 ? Number.NaN : index + 1;
}
