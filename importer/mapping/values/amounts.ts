import Big from 'big.js';
import { type AccountCurrency, currencyCode } from './currencies.ts';
import { decimalDigits, type Notation } from './decimals.ts';
import type { Converted, Problem } from './problem.ts';
import { roundedBySpreadsheet } from './spreadsheet.ts';

/** Matches a sign, code or name of a currency before a number; `signAfter` matches one after it. */
const signBefore = /^([^\d\s.,+'-]{1,6}\.?)\s*(?=[-+.,\d])/;
const signAfter = /(?<=[\d.,])\s*(?:,?[-–—]{1,2})?\s*([^\d\s.,+'–—-]{1,6}\.?)$/;

const digitsOnly = /^[\d.,-]+$/;

/** Matches the end of `12,-`, which is 12. */
const withoutCents = /(?<=\d)[.,][-–—]{1,2}$/;

export function amountConversion(
  currency: AccountCurrency,
  notation?: Notation,
): (text: string) => Converted {
  return (text) => {
    if (digitsOnly.test(text)) return quoting(text, text.replace(withoutCents, ''), notation);
    const [, sign] = signBefore.exec(text) ?? signAfter.exec(text) ?? [];
    if (sign === undefined) return quoting(text, text, notation);
    const damaged = roundedBySpreadsheet(text);
    if (damaged) return damaged;
    if (sign === '%') return { problem: `"${text}" is a percentage, not an amount: choose another column` };
    const code = currencyCode(sign);
    if (code !== currency.code) return foreign(text, code, currency);
    const number = text.replace(signBefore, '').replace(signAfter, '').trim();
    return quoting(text, number.replace(withoutCents, ''), notation);
  };
}

/** Quotes the whole text in problems. */
function quoting(text: string, number: string, notation: Notation | undefined): Converted {
  const digits = decimalDigits(number.trim(), notation);
  if (typeof digits === 'string') return rounded(digits);
  return { problem: digits.problem.replace(`"${number.trim()}"`, () => `"${text}"`) };
}

const maxDecimals = 4;

/** Rounds net prices that programs computed and wrote with all digits, such as 19.99159664. */
function rounded(digits: string): Converted {
  if (digits.length - digits.indexOf('.') - 1 <= maxDecimals || !digits.includes('.')) return digits;
  const value = new Big(digits).round(maxDecimals, Big.roundHalfUp).toString();
  return new Big(value).eq(digits) ? value : { value, repair: `rounded to ${maxDecimals} decimals` };
}

function foreign(text: string, sign: string, { code, isFromService }: AccountCurrency): Problem {
  if (!/^[A-Z]{3}$/.test(sign)) return { problem: `"${text}" is not a number` };
  const orSet = isFromService ? '' : `, or set --currency ${sign} if it is the account's`;
  return { problem: `"${text}" is not in ${code}, the account's currency: convert it${orSet}` };
}
