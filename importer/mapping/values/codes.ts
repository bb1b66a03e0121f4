import { type Converted, type Problem, repaired, roundedBySpreadsheet, wholeDigits } from './cells.ts';

/** Digits before `.0` that are enough to tell a damaged ident from a version. */
const minCertainDigits = 8;

/** Excludes what a spreadsheet writes: `.0` and `E+11`. */
const isPlain = /^[\w-]+$/;
/** Matches what may be `1-Feb`, `1-feb` and `Feb-26` as spreadsheets write them: `MAR-26` may be an article number. */
const isMonth = /^(?:\d{1,2}-[A-Za-z]?[a-z]{2,}|[A-Za-z]?[a-z]{2,}-\d{2})$/;

/** Converts idents, numbers and SKUs. `isWhole` means that all values of the column end with `.0`. */
export function codeConversion(isWhole: boolean): (text: string) => Converted {
  return (text) => {
    if (isPlain.test(text) && !isMonth.test(text)) return text;
    const damaged = roundedBySpreadsheet(text);
    if (damaged) return damaged;
    const digits = wholeDigits(text);
    if (digits === undefined) return withoutApostrophe(text);
    if (isWhole || digits.length >= minCertainDigits) return { value: digits, repair: '.0 removed' };
    return digits.length < 3 ? text : lostText(text, digits);
  };
}

/** Converts zip codes and phone numbers, which never end with `.0`. */
export function digitsConversion(text: string): Converted {
  const damaged = roundedBySpreadsheet(text);
  if (damaged) return damaged;
  const digits = wholeDigits(text);
  return digits === undefined ? withoutApostrophe(text) : { value: digits, repair: '.0 removed' };
}

/** Returns the first of several values in one cell, as Google Contacts writes them: `0611 11111 ::: 0611 11112`. */
export function firstValue(text: string): string {
  return text.split(' ::: ')[0] ?? '';
}

/** Converts phone numbers. `tel:` is the beginning of a link. */
export function phoneConversion(given: string): Converted {
  const first = firstValue(given);
  if (first !== given) return repaired(phoneConversion(first), 'first of several numbers taken');
  const text = given.replace(/^(?:tel|callto):\s*/i, '');
  const digits = digitsConversion(text);
  if (typeof digits !== 'string') return digits;
  // A join of area code and number, which has the area code, too.
  const once = digits.replace(/^(0\d{1,5}) (?=\1|\+)/, '');
  if (once !== digits) return { value: once, repair: 'repeated area code removed' };
  return text === given ? digits : { value: digits, repair: 'tel: removed' };
}

/** Accepts an EAN, GTIN, UPC or ISBN with a right check digit, restores leading zeros, and removes blanks and hyphens. */
export function eanConversion(text: string): Converted {
  if (text.length === 13 && hasGtinCheckDigit(text)) return text;
  const damaged = roundedBySpreadsheet(text);
  if (damaged) return damaged;
  const whole = wholeDigits(text);
  const plain = withoutApostrophe(whole ?? text);
  const digits = plain.replace(/^(?:isbn|ean|gtin)[\s:-]*|[\s\u2010-\u2015-]/gi, '');
  const same = digits === plain ? digits : { value: digits, repair: 'blanks and hyphens removed' };
  if (isIsbn10(digits)) return same;
  if (!/^\d{6,14}$/.test(digits)) return notAnEan(text, 'it must have 8, 12, 13 or 14 digits');
  const full = lengths.includes(digits.length) ? digits : digits.padStart(digits.length < 8 ? 8 : 13, '0');
  if (!hasGtinCheckDigit(full)) return notAnEan(text, 'its check digit is wrong');
  if (full !== digits) return { value: full, repair: 'leading zeros restored' };
  return whole === undefined ? same : { value: whole, repair: '.0 removed' };
}

const lengths = [8, 12, 13, 14];

function notAnEan(text: string, why: string): Problem {
  return { problem: `"${text}" is not an EAN, GTIN or UPC, ${why}` };
}

const zero = 48;

/**
 * GS1 General Specifications, 7.9: the digits count 3, 1, 3, … from the right, before the check digit. Returns false for
 * other texts.
 */
export function hasGtinCheckDigit(text: string): boolean {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - zero;
    if (digit < 0 || digit > 9) return false;
    sum += (text.length - index) % 2 === 0 ? 3 * digit : digit;
  }
  return sum % 10 === 0;
}

function isIsbn10(text: string): boolean {
  if (!/^\d{9}[\dX]$/i.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + (digit.toUpperCase() === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  );
  return sum % 11 === 0;
}

/** ISO 13616: the letters are numbers from 10, the first four characters come last, and the rest modulo 97 is 1. */
export function ibanConversion(text: string): Converted {
  const iban = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban))
    return notAnIban(text, 'such as DE89 3704 0044 0532 0130 00');
  if (iban.startsWith('DE') && iban.length !== 22) return notAnIban(text, 'German ones have 22 characters');
  return rest97(iban.slice(4) + iban.slice(0, 4)) === 1
    ? text
    : notAnIban(text, 'its check digits are wrong');
}

function rest97(characters: string): number {
  let rest = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const value = Number.parseInt(characters.charAt(index), 36);
    rest = (value < 10 ? rest * 10 + value : rest * 100 + value) % 97;
  }
  return rest;
}

function notAnIban(text: string, why: string): Problem {
  return { problem: `"${text}" is not an IBAN, ${why}` };
}

function lostText(text: string, digits: string): Problem {
  return {
    problem: `"${text}" may be "${digits}", which a spreadsheet took for a number: export the column as text`,
  };
}

/** Removes the apostrophe that keeps a phone number or zip code a text in spreadsheets; Shopify exports it. */
function withoutApostrophe(text: string): string {
  return /^'[+\d(]/.test(text) ? text.slice(1) : text;
}
