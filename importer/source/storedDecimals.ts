import Big from 'big.js';

/** Digits that a spreadsheet keeps and shows: the sixteenth and later ones are noise of the calculation. */
export const keptDigits = 15;

/** Matches numbers that need no rounding. */
const short = /^-?\d{1,10}(?:\.\d{1,5})?$/;
const leadingZeros = /^-?0\d/;

/**
 * Returns a stored number without an exponent, and without the noise of its last digits. A number that had more digits than a
 * spreadsheet keeps has an exponent, so that it is refused as an ident. Returns undefined for what is not a number.
 */
export function plainDecimal(stored: string): string | undefined {
  if (short.test(stored) && !leadingZeros.test(stored)) return stored === '-0' ? '0' : stored;
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return undefined;
  if (Math.abs(number) >= 10 ** keptDigits)
    return new Big(number.toPrecision(keptDigits)).toExponential().replace('e', 'E');
  return number === 0 ? '0' : new Big(number.toPrecision(keptDigits)).toFixed();
}

export function decimalsOf(plain: string): number {
  const point = plain.indexOf('.');
  return point === -1 ? 0 : plain.length - point - 1;
}

/** Rounds as spreadsheets show it: half away from zero. */
export function roundedTo(plain: string, decimals: number): string {
  return new Big(plain).round(decimals, Big.roundHalfUp).toFixed();
}

export function scaled(plain: string, scale: number): string {
  return new Big(plain).times(scale).toFixed();
}

/** Returns the digits of a share in percent: 0.19 is 19. */
export function inPercent(plain: string): string {
  return scaled(plain, 100);
}

/** Ends a cell with an added zero. Nobody types this blank, and whoever removes blanks around a value removes it, too. */
const addedZero = '\u205f';

/** One more zero keeps 1.234 from being mistaken for 1234, in a cell with texts around the number. */
export function unambiguous(plain: string, before = '', after = ''): string {
  const text = `${before}${plain}`;
  return /\.\d{3}$/.test(plain) ? `${text}0${after}${addedZero}` : `${text}${after}`;
}

/** Returns a cell without the zero that `unambiguous` added: in an ident or text, it would be another value. */
export function withoutAddedZero(cell: string): string {
  return cell.endsWith(addedZero) ? cell.slice(0, -1).replace(/(\.\d{3})0(?!\d)/, '$1') : cell;
}
