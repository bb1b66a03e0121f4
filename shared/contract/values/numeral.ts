/** JSON number as it was written, because reading it as a float could change its value. */
export class Numeral {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Exact value of a number: `0.<digits>` times 10 to the power of `point`. Zero has no digits and the point 0. */
export interface ExactNumber {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly point: number;
}

const numberForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const zero: ExactNumber = { isNegative: false, digits: '', point: 0 };

/** Exact value of a JSON number; undefined for any other text. Takes linear time. */
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

/** Plain decimal notation; undefined if the number has more digits before or after the decimal point. */
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

/** Returns the same text for all notations of a number. */
export function canonicalNumber(source: string): string {
  const { isNegative, digits, point } = exactNumber(source) ?? zero;
  return `${isNegative ? '-' : ''}${digits || '0'}e${point}`;
}

/** Numbers with more digits before the point may be beyond the range of doubles. */
const maxPoint = 309;
/** Further digits do not change which double is nearest; only whether there are any can. */
const significantDigits = 800;

export function isBeyondRange(source: string): boolean {
  const { digits, point } = exactNumber(source) ?? zero;
  if (point !== maxPoint) return point > maxPoint;
  const isLonger = digits.length > significantDigits;
  return Number(`0.${digits.slice(0, significantDigits)}${isLonger ? '1' : ''}e${point}`) === Infinity;
}

// Loops: a regular expression for zeros at the end would take quadratic time.
function firstOtherThanZero(digits: string): number {
  let index = 0;
  while (index < digits.length && digits.charCodeAt(index) === 0x30) index += 1;
  return index;
}

function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return end;
}
