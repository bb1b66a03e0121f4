/**
 * Converts sent values of fields to clean ones. A value without a clean form is returned unchanged, so that the field's schema
 * refuses it, or as `InvalidValue`. Texts are measured before anything is computed on them.
 */
import { type ExactNumber, exactNumber, Numeral, plainDecimal } from './numeral.ts';
import { hasTooManyMarks, marksMessage, type TextForm, withoutControls } from './text.ts';

/** Value without a clean form, refused while it was cleaned: a later check would cost too much, or give a worse message. */
export class InvalidValue {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Most values are plain ASCII without blanks at their ends, and so clean already. */
const plainAscii = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/** Longer than any ident, code or date. */
const maxWordUnits = 256;

/**
 * Maximum UTF-16 code units that normalization joins into one character: U+1F82 is a letter and three marks. And into one byte
 * of UTF-8: U+01D6 has two bytes and is a letter and two marks, three code units.
 */
const unitsPerCharacter = 4;
const unitsPerByte = 2;

/** Largest integer that JavaScript, and most JSON libraries, hold exactly. */
const maxExact = 2n ** 53n - 1n;

export const inexactMessage = 'must be sent as a string: the number is too large to be exact';

/** Accepts a JSON integer for a string, if every JSON library holds it exactly. */
function cleanText(value: unknown): unknown {
  const number = numberOf(value);
  const whole = number && plainDecimal(number, 20, 0);
  if (whole !== undefined && -maxExact <= BigInt(whole) && BigInt(whole) <= maxExact) return whole;
  if (number && number.point >= number.digits.length) return new InvalidValue(inexactMessage);
  return value;
}

function numberOf(value: unknown): ExactNumber | undefined {
  if (typeof value === 'number') return exactNumber(String(value));
  return value instanceof Numeral ? exactNumber(value.source) : undefined;
}

/** Leaves the ident unchanged. Null counts as not sent. */
export function cleanIdent(value: unknown, maxLength: number): unknown {
  if (value === null) return undefined;
  const text = cleanText(value);
  return typeof text === 'string' && text.length > maxLength * 2 ? tooLong(maxLength) : text;
}

/** Normalizes and trims a line, and replaces runs of control characters by one blank. */
export function cleanLine(value: unknown, maxLength: number): unknown {
  if (typeof value === 'string' && value.length <= maxLength && plainAscii.test(value)) return value;
  const text = cleanText(value);
  if (typeof text !== 'string') return text;
  return normalized(text, 'line', maxLength * unitsPerCharacter) ?? tooLong(maxLength);
}

/** Like `cleanLine`, but keeps tabs and line feeds, and removes other control characters. */
export function cleanNote(value: unknown, maxBytes: number): unknown {
  const text = cleanText(value);
  if (typeof text !== 'string' || (text.length <= maxBytes && plainAscii.test(text))) return text;
  return normalized(text, 'note', maxBytes * unitsPerByte) ?? tooManyBytes(maxBytes);
}

/** Cleans a code or a date. The message for any error is `expects`. */
export function cleanWord(value: unknown, expects: string): unknown {
  const text = cleanLine(value, maxWordUnits);
  return text instanceof InvalidValue ? new InvalidValue(expects) : text;
}

export function cleanLowerCase(value: unknown, expects: string): unknown {
  const text = cleanWord(value, expects);
  return typeof text === 'string' ? text.toLowerCase() : text;
}

export function cleanInteger(value: unknown): unknown {
  const digits = decimalOf(value, 15, 0);
  return digits === undefined ? value : Number(digits);
}

/** Decimals of amounts and rates, as the tables have them. */
export const amountDecimals = 4;

/** Returns a string of digits, at most 11 before and 4 after the decimal point: floats would change amounts. */
export function cleanDecimal(value: unknown): unknown {
  return decimalOf(value, 11, amountDecimals) ?? value;
}

function decimalOf(value: unknown, maxWhole: number, maxDecimals: number): string | undefined {
  const number = typeof value === 'string' ? plainNumber(value) : numberOf(value);
  return number && plainDecimal(number, maxWhole, maxDecimals);
}

/** Numbers in strings must not have exponents. */
function plainNumber(text: string): ExactNumber | undefined {
  return /[eE]/.test(text) ? undefined : exactNumber(text.trim());
}

/** True if the database and UTF-8 can hold the text: NUL and lone surrogates would be changed on the way. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export const notStorableMessage = 'must not contain NUL or lone surrogates';

/** Clean text, or the reason of its refusal; undefined if it has more than `maxUnits` code units. */
function normalized(text: string, form: TextForm, maxUnits: number): string | InvalidValue | undefined {
  if (!isStorable(text)) return new InvalidValue(notStorableMessage);
  const kept = withoutControls(text, form, maxUnits);
  if (kept === undefined) return undefined;
  return hasTooManyMarks(kept) ? new InvalidValue(marksMessage) : kept.normalize('NFC').trim();
}

function tooLong(maxLength: number): InvalidValue {
  return new InvalidValue(lengthMessage(maxLength));
}

function tooManyBytes(maxBytes: number): InvalidValue {
  return new InvalidValue(bytesMessage(maxBytes));
}

export const lengthMessage = (maxLength: number | string) => `must be at most ${maxLength} characters`;
export const bytesMessage = (maxBytes: number | string) => `must be at most ${maxBytes} bytes of UTF-8`;
