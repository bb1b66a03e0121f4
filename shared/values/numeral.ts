/** A JSON number as it was written, because reading it as a float could change its value. */
export class Numeral {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** The exact value of a number: `0.<digits>` times 10 to the power of `point`. Zero has no digits and the point 0. */
export interface ExactNumber {
  readonly isNegative: boolean;
  /** Without leading and trailing zeros. */
  readonly digits: string;
  readonly point: number;
}

const numberForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const zero: ExactNumber = { isNegative: false, digits: '', point: 0 };

/** The exact value of a JSON number; nothing for any other text. Takes time in proportion to the length. */
export function exactNumber(source: string): ExactNumber | undefined {
  const parts = numberForm.exec(source);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const all = whole + fraction;
  const start = firstOtherThanZero(all);
  if (start === all.length) return zero;
  return {
    isNegative: sign === '-',
    digits: all.slice(start, endOfDigits(all)),
    point: whole.length - start + Number(exponent),
  };
}

/** The number in plain decimal notation, if it has at most so many digits before and after the decimal point. */
export function plainDecimal(
  { isNegative, digits, point }: ExactNumber,
  maxWhole: number,
  maxDecimals: number,
): string | undefined {
  const decimals = Math.max(digits.length - point, 0);
  if (point > maxWhole || decimals > maxDecimals) return undefined;
  const whole = digits.slice(0, Math.max(point, 0)).padEnd(point, '0') || '0';
  const fraction = digits.slice(Math.max(point, 0)).padStart(decimals, '0');
  return `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** One text for all notations of a number. */
export function canonicalNumber(source: string): string {
  const { isNegative, digits, point } = exactNumber(source) ?? zero;
  return `${isNegative ? '-' : ''}${digits || '0'}e${point}`;
}

/** Numbers with so many digits before the point may be beyond the range of doubles. */
const maxPoint = 309;
/** Further digits don't change which double is nearest; only whether there are any further digits can. */
const significantDigits = 800;

/** Whether the nearest double is infinite. */
export function isBeyondRange(source: string): boolean {
  const { digits, point } = exactNumber(source) ?? zero;
  if (point !== maxPoint) return point > maxPoint;
  const isLonger = digits.length > significantDigits;
  return Number(`0.${digits.slice(0, significantDigits)}${isLonger ? '1' : ''}e${point}`) === Infinity;
}

// Loops: a regular expression for zeros at the end would take quadratic time.
function firstOtherThanZero(digits: string): number {
  let at = 0;
  while (at < digits.length && digits.charCodeAt(at) === 0x30) at += 1;
  return at;
}

function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return end;
}
