import type { tokenize } from 'numfmt';
import { asDateCell } from './dateCell.ts';
import { decimalsOf, inPercent, plainDecimal, roundedTo, scaled, unambiguous } from './storedDecimals.ts';

export interface CellText {
  readonly text: string;
  /** Text that the sheet shows, if it has fewer digits than are stored. */
  readonly shown?: string;
}

/** Returns the text of a stored number, as an export to CSV would have it; undefined for what is not a number. */
export type NumberReader = (stored: string) => CellText | undefined;

/** Days between the epochs of the two date systems. */
const daysTo1904 = 1462;
const maxCodeLength = 1_000;

type Token = ReturnType<typeof tokenize>[number];

type Library = typeof import('numfmt');

let numfmt: Library;

/**
 * Must be called before the other functions. Releases 4.0.0 and 4.0.1 of numfmt name a file for `require` that they do not have:
 * only `import()` finds the package in every way in which this code is run.
 */
export async function loadNumberFormats(): Promise<void> {
  const loaded: Library & { readonly default?: Library } = await import('numfmt');
  numfmt = loaded.default ?? loaded;
}

/** Returns the format that workbooks name by this number alone (ECMA-376, 18.8.30), or undefined. */
export function builtInFormat(id: number): string | undefined {
  return numfmt.getFormatFromId(id) ?? undefined;
}

/**
 * Makes the reader of a number format. Digits are those that are stored, with the text around them that the sheet shows:
 * `12.5 €`. Zeros that only the format adds belong to the number, such as those of `00000`. Dates are ISO dates.
 */
export function numberReader(code: string, is1904: boolean): NumberReader {
  try {
    if (code.length > maxCodeLength) return plainReader;
    const tokens = numfmt.tokenize(code);
    if (tokens.some(isCondition)) return conditionalReader(sectionsOf(tokens), is1904);
    const { type, isDate, isPercent, maxDecimals, scale } = numfmt.getFormatInfo(code);
    if (isDate) return dateReader(code, is1904 ? daysTo1904 : 0);
    if (isPercent) return percentReader(maxDecimals);
    if (type === 'text' || type === 'scientific' || type === 'fraction') return plainReader;
    const sections = sectionsOf(tokens);
    const section = { code, maxDecimals, scale };
    const readers = sections.map((part) => sectionReader(part, section));
    const [positive = plainReader, negative = positive, zero = positive] = readers;
    const hasZero = sections[2]?.some(isDigit) === false;
    return (stored) => {
      const number = Number(stored);
      return (number < 0 ? negative : number === 0 && hasZero ? zero : positive)(stored);
    };
  } catch (error) {
    if (error instanceof TypeError) throw error;
    // Excel would not accept such a format either.
    return plainReader;
  }
}

/**
 * Reads each number by the first section whose condition it meets, such as `[>=1000]0.0,"k";0.00`, as if the format had only
 * this section.
 */
function conditionalReader(sections: readonly Token[][], is1904: boolean): NumberReader {
  const parts = sections.map((tokens) => {
    const code = tokens.filter((token) => !isCondition(token)).map(({ raw }) => raw);
    return { meets: conditionOf(tokens), read: numberReader(code.join(''), is1904) };
  });
  const [first] = parts;
  if (first) first.meets ??= (number) => number > 0;
  return (stored) => {
    const number = Number(stored);
    return (parts.find(({ meets }) => meets?.(number) ?? true)?.read ?? plainReader)(stored);
  };
}

const comparisons: Readonly<Record<string, (number: number, limit: number) => boolean>> = {
  '=': (number, limit) => number === limit,
  '<>': (number, limit) => number !== limit,
  '>': (number, limit) => number > limit,
  '<': (number, limit) => number < limit,
  '>=': (number, limit) => number >= limit,
  '<=': (number, limit) => number <= limit,
};

function conditionOf(tokens: readonly Token[]): ((number: number) => boolean) | undefined {
  const [, sign = '', limit] = /^([<>=]+)(.+)$/.exec(tokens.find(isCondition)?.value ?? '') ?? [];
  const compare = comparisons[sign];
  return compare && ((number) => compare(number, Number(limit)));
}

export const plainReader: NumberReader = (stored) => {
  const plain = plainDecimal(stored);
  return plain === undefined ? undefined : { text: unambiguous(plain) };
};

function isOf(...types: readonly string[]): (token: Token) => boolean {
  return ({ type }) => types.includes(type);
}

const isCondition = isOf('CONDITION');
const isDigit = isOf('ZERO', 'HASH', 'QMARK', 'DIGIT', 'GENERAL');
const isSign = isOf('MINUS', 'PLUS', 'PAREN');
const isLiteral = isOf('STRING', 'ESCAPED', 'CHAR', 'SPACE', 'CURRENCY', 'LOCALE', 'SLASH', 'MINUS', 'PAREN');

function sectionsOf(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'BREAK') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

interface Section {
  readonly code: string;
  readonly maxDecimals: number;
  /** 0.001 if the format shows thousands. */
  readonly scale: number;
}

function sectionReader(tokens: readonly Token[], { code, maxDecimals, scale }: Section): NumberReader {
  const first = tokens.findIndex(isDigit);
  if (first === -1) return wordReader(code);
  const last = tokens.findLastIndex(isDigit);
  if (scale < 1) return scaledReader(maxDecimals, scale);
  if (isMask(tokens.slice(first, last + 1))) return shownReader(code);
  const limit = tokens.some(isOf('GENERAL')) ? Number.POSITIVE_INFINITY : maxDecimals;
  return digitsReader(literals(tokens.slice(0, first)), literals(tokens.slice(last + 1)), limit);
}

/** Recognizes a format that adds zeros, or signs between the digits, as those of zip codes and article numbers do. */
function isMask(digits: readonly Token[]): boolean {
  // `0,000` separates thousands.
  if (digits.some(isOf('GROUP'))) return false;
  const point = digits.findIndex(isOf('POINT'));
  const whole = point === -1 ? digits : digits.slice(0, point);
  const hasSigns = whole.some((token) => isLiteral(token) && token.value.trim() !== '');
  return hasSigns || whole.filter(isOf('ZERO')).length > 1;
}

function literals(tokens: readonly Token[]): string {
  return tokens
    .filter((token) => isLiteral(token) && !isSign(token) && !/^[-()+]$/.test(token.value))
    .map(({ type, value }) => (type === 'LOCALE' ? (value.split('-', 1)[0] ?? '') : value))
    .join('');
}

function digitsReader(before: string, after: string, maxDecimals: number): NumberReader {
  const start = before.trimStart();
  const end = after.trimEnd();
  return (stored) => {
    const plain = plainDecimal(stored);
    if (plain === undefined) return undefined;
    const text = unambiguous(plain, start, end);
    if (decimalsOf(plain) <= maxDecimals) return { text };
    return { text, shown: unambiguous(roundedTo(plain, maxDecimals), start, end) };
  };
}

/** Reads what is stored, for a format that shows thousands or millions. */
function scaledReader(maxDecimals: number, scale: number): NumberReader {
  return (stored) => {
    const plain = plainDecimal(stored);
    if (plain === undefined) return undefined;
    const text = unambiguous(plain);
    const shown = unambiguous(roundedTo(scaled(plain, scale), maxDecimals));
    return shown === text ? { text } : { text, shown };
  };
}

function percentReader(maxDecimals: number): NumberReader {
  return (stored) => {
    const plain = plainDecimal(stored);
    if (plain === undefined) return undefined;
    const percent = inPercent(plain);
    if (decimalsOf(percent) <= maxDecimals) return { text: `${percent}%` };
    return { text: `${percent}%`, shown: `${roundedTo(percent, maxDecimals)}%` };
  };
}

/** Reads numbers as the sheet shows them, except for digits that a spreadsheet has lost. */
function shownReader(code: string): NumberReader {
  return (stored) => {
    const plain = plainDecimal(stored);
    if (plain === undefined || plain.includes('E')) return plain === undefined ? undefined : { text: plain };
    const text = numfmt.format(code, Number(plain)).trim();
    return decimalsOf(plain) === 0 ? { text } : { text: unambiguous(plain), shown: text };
  };
}

/** Reads numbers that are shown as a word, such as 1 as `yes`. Other numbers than 0 that are shown as a dash or not at all are counted. */
function wordReader(code: string): NumberReader {
  return (stored) => {
    const plain = plainDecimal(stored);
    if (plain === undefined) return undefined;
    const shown = numfmt.format(code, Number(plain)).trim();
    if (!/^[-–—.]*$/.test(shown)) return { text: shown };
    return plain === '0' ? { text: plain } : { text: unambiguous(plain), shown };
  };
}

function dateReader(code: string, daysToAdd: number): NumberReader {
  const { year, month, day, hours } = numfmt.getFormatDateInfo(code);
  const hasDate = year && month && day;
  const hasNoDate = !year && !month && !day;
  const textOf = (days: number) => {
    if (!hasDate) return hasNoDate ? timeOf(days, code) : numfmt.format(code, days).trim();
    const parts = numfmt.dateFromSerial(days);
    return hours ? `${isoDate(parts)} ${isoTime(parts)}` : isoDate(parts);
  };
  return (stored) => {
    const days = Number(stored) + daysToAdd;
    if (stored.trim() === '' || Number.isNaN(days)) return undefined;
    // Spreadsheets show such a cell as ####.
    if (days < 0 || days >= 2_958_466) return { text: '#####' };
    return { text: asDateCell(textOf(days)) };
  };
}

function timeOf(days: number, code: string): string {
  return days < 1 ? isoTime(numfmt.dateFromSerial(days)) : numfmt.format(code, days).trim();
}

function isoDate([year = 0, month = 0, day = 0]: readonly number[]): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function isoTime([, , , hours = 0, minutes = 0, seconds = 0]: readonly number[]): string {
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(seconds))}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
