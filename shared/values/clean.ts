/**
 * From what a client may send for a field to its clean value. A value that has no clean form comes back unchanged, so that
 * the field's schema refuses it, or as `Unclean`. Texts are measured before anything is computed on them.
 */
import { type ExactNumber, exactNumber, Numeral, plainDecimal } from './numeral.ts';
import { hasTooManyMarks, marksRefused, type TextForm, withoutControls } from './text.ts';
import { Unclean } from './unclean.ts';

/** Most values are plain ASCII without blanks at their ends, and so clean already. */
const plainAscii = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** Longer than any ident, code or date. */
const maxWordUnits = 256;

/**
 * How many UTF-16 code units normalization can join into one character: U+1F82 is a letter and three marks. And into one
 * byte of UTF-8: U+01D6 has two bytes and is a letter and two marks, three code units.
 */
const unitsPerCharacter = 4;
const unitsPerByte = 2;

/** The largest integer that JavaScript, and most JSON libraries, hold exactly. */
const maxExact = 2n ** 53n - 1n;

/** A string field also takes a JSON integer, if every JSON library holds it exactly. */
function cleanText(value: unknown): unknown {
  const number = numberOf(value);
  const whole = number && plainDecimal(number, 20, 0);
  if (whole !== undefined && -maxExact <= BigInt(whole) && BigInt(whole) <= maxExact) return whole;
  if (number && number.point >= number.digits.length)
    return new Unclean('must be sent as a string: the number is too large to be exact');
  return value;
}

function numberOf(value: unknown): ExactNumber | undefined {
  if (typeof value === 'number') return exactNumber(String(value));
  return value instanceof Numeral ? exactNumber(value.source) : undefined;
}

/** An ident as it was sent. Null counts as not sent. */
export function cleanIdent(value: unknown, maxLength: number): unknown {
  if (value === null) return undefined;
  const text = cleanText(value);
  return typeof text === 'string' && text.length > maxLength * 2 ? tooLong(maxLength) : text;
}

/** One-line text: normalized, trimmed, with one blank for control characters in a row. */
export function cleanLine(value: unknown, maxLength: number): unknown {
  const text = cleanText(value);
  if (typeof text !== 'string' || (text.length <= maxLength && plainAscii.test(text))) return text;
  return normalized(text, 'line', maxLength * unitsPerCharacter) ?? tooLong(maxLength);
}

/** Text of several lines: like `cleanLine`, but tabs and line feeds stay, and other control characters are removed. */
export function cleanNote(value: unknown, maxBytes: number): unknown {
  const text = cleanText(value);
  if (typeof text !== 'string' || (text.length <= maxBytes && plainAscii.test(text))) return text;
  return normalized(text, 'note', maxBytes * unitsPerByte) ?? tooManyBytes(maxBytes);
}

/** A code or a date: whatever is wrong with it, the message is `expects`. */
export function cleanWord(value: unknown, expects: string): unknown {
  const text = cleanLine(value, maxWordUnits);
  return text instanceof Unclean ? new Unclean(expects) : text;
}

/** A code that is stored in lower case. */
export function cleanLowerCase(value: unknown, expects: string): unknown {
  const text = cleanWord(value, expects);
  return typeof text === 'string' ? text.toLowerCase() : text;
}

/** A whole number, or its decimal digits as text. */
export function cleanInteger(value: unknown): unknown {
  const digits = decimalOf(value, 15, 0);
  return digits === undefined ? value : Number(digits);
}

/** A decimal number as a string of digits, at most 11 before and 4 after the decimal point: floats would change amounts. */
export function cleanDecimal(value: unknown): unknown {
  return decimalOf(value, 11, 4) ?? value;
}

function decimalOf(value: unknown, maxWhole: number, maxDecimals: number): string | undefined {
  const number = typeof value === 'string' ? plainNumber(value) : numberOf(value);
  return number && plainDecimal(number, maxWhole, maxDecimals);
}

/** Numbers in strings have no exponents. */
function plainNumber(text: string): ExactNumber | undefined {
  return /[eE]/.test(text) ? undefined : exactNumber(text.trim());
}

/** Whether the database and UTF-8 can hold the text: NUL and lone surrogates would be changed on the way. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export const notStorable = 'must not contain NUL or lone surrogates';

/** The clean text, or why it is refused; undefined if it has more than `maxUnits` code units. */
function normalized(text: string, form: TextForm, maxUnits: number): string | Unclean | undefined {
  if (!isStorable(text)) return new Unclean(notStorable);
  const kept = withoutControls(text, form, maxUnits);
  if (kept === undefined) return undefined;
  return hasTooManyMarks(kept) ? new Unclean(marksRefused) : kept.normalize('NFC').trim();
}

function tooLong(maxLength: number): Unclean {
  return new Unclean(lengthRefused(maxLength));
}

function tooManyBytes(maxBytes: number): Unclean {
  return new Unclean(bytesRefused(maxBytes));
}

export const lengthRefused = (maxLength: number | string) => `must be at most ${maxLength} characters`;
export const bytesRefused = (maxBytes: number | string) => `must be at most ${maxBytes} bytes of UTF-8`;
