import countries from 'i18n-iso-countries/index.js';

/** Patterns of JSON Schema for what clients may send: with classes of ASCII digits, since `\d` has more in some languages. */

const date = String.raw`(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|[12][0-9]))`;

/** Times from 1900-01-01 to 9998-12-31, with 29 February in every year. */
export const timePattern = `^(?:19[0-9]{2}|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-${date} (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$`;

/** The form alone, or empty. */
export const leitwegPattern = '^(?:[0-9]{2,12}(?:-[0-9A-Za-z]{1,30})?-[0-9]{2})?$';

/** A decimal as text; zeros at both ends don't count. */
export const decimalPattern = String.raw`^\s*-?0*[0-9]{1,11}(?:\.[0-9]{1,4}0*)?\s*$`;

/** The same from 0 to 100. */
export const percentagePattern = String.raw`^\s*(?:-?0+(?:\.0+)?|0*(?:100(?:\.0+)?|[0-9]{1,2}(?:\.[0-9]{1,4}0*)?))\s*$`;

/** The country codes, in either case, or nothing: the second letters of each first letter. */
export const countryPattern = `^(?:${secondLetters()
  .map(([first, seconds]) => `${eitherCase(first)}${eitherCase(seconds)}`)
  .join('|')})?$`;

function secondLetters(): readonly (readonly [string, string])[] {
  const letters = new Map<string, string>();
  for (const [first = '', second = ''] of Object.keys(countries.getAlpha2Codes()).toSorted())
    letters.set(first, (letters.get(first) ?? '') + second);
  return [...letters];
}

function eitherCase(letters: string): string {
  return `[${letters.toUpperCase()}${letters.toLowerCase()}]`;
}

/** A whole number as text, within limits; the minimum is not below -1. */
export function integerPattern(minimum: number, maximum: number): string {
  const parts = [
    ...(minimum < 0 ? ['-0*1'] : []),
    ...(minimum <= 0 ? ['-?0+'] : []),
    `0*(?:${upTo(String(maximum)).join('|')})`,
  ];
  return String.raw`^\s*(?:${parts.join('|')})(?:\.0+)?\s*$`;
}

/** Patterns of the numbers from 1 on: those with fewer digits, those that are less from some digit on, and the maximum. */
function upTo(maximum: string): readonly string[] {
  const shorter = maximum.length > 1 ? [`[1-9]${digits(0, maximum.length - 2)}`] : [];
  const same = [...maximum].flatMap((digit, index) => {
    const minDigit = index === 0 ? 1 : 0;
    const rest = maximum.length - index - 1;
    if (Number(digit) <= minDigit) return [];
    return [`${maximum.slice(0, index)}[${minDigit}-${Number(digit) - 1}]${digits(rest, rest)}`];
  });
  return [...shorter, ...same, maximum];
}

function digits(minCount: number, maxCount: number): string {
  if (maxCount === 0) return '';
  return minCount === maxCount ? `[0-9]{${maxCount}}` : `[0-9]{${minCount},${maxCount}}`;
}
