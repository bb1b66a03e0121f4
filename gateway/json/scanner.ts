import { maxBodyBytes } from '../../shared/contract/values/contractLimits.ts';
import { isBeyondRange } from '../../shared/contract/values/numeral.ts';
import { char, Malformed } from './malformed.ts';

/** Bytes to scan before others get a turn. */
const stretch = 65_536;

/** Numbers with at most this many digits before the point are within range; longer ones may be. */
const maxSafePoint = 308;
const maxExponentDigits = 6;

/** Bytes that may follow a backslash, except u. */
const escapes = new Set(Buffer.from('"\\/bfnrt'));
const hexDigits = new Set(Buffer.from('0123456789abcdefABCDEF'));
const literals = [Buffer.from('true'), Buffer.from('false'), Buffer.from('null')] as const;

/** Scans JSON in valid UTF-8, token by token. Throws `Malformed` if it is not JSON. */
export class Scanner {
  readonly bytes: Buffer;
  index = 0;
  #pause = stretch;
  /** True if the last string has escapes. */
  hasEscapes = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** True if enough was scanned to let others take their turn. */
  isDue(): boolean {
    if (this.index < this.#pause) return false;
    this.#pause = this.index + stretch;
    return true;
  }

  /** Skips blanks; returns the next byte, if there is one. */
  peek(): number | undefined {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.index];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.index += 1;
    }
  }

  /** Skips blanks and this byte, if it is the next one. */
  takes(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.index += 1;
    return true;
  }

  expect(byte: number): void {
    if (!this.takes(byte)) throw this.unexpected();
  }

  unexpected(): Malformed {
    const byte = this.bytes[this.index];
    if (byte === undefined) return new Malformed('it ends unexpectedly');
    const isVisible = byte > 0x20 && byte < 0x7f;
    const what = isVisible ? String.fromCharCode(byte) : `byte 0x${byte.toString(16).padStart(2, '0')}`;
    return new Malformed(`unexpected ${what} at position ${this.index}`);
  }

  /** Throws unless only blanks follow. */
  expectEnd(): void {
    if (this.peek() !== undefined) throw this.unexpected();
  }

  beginString(): void {
    this.expect(char.quote);
    this.hasEscapes = false;
  }

  /** Continues a string that has begun. Returns false if it is long and others should take their turn first. */
  passString(): boolean {
    const { bytes } = this;
    const stop = Math.min(this.index + stretch, bytes.length);
    for (let index = this.index; index < stop; index += 1) {
      const byte = bytes[index] as number;
      if (byte >= 0x20 && byte !== char.quote && byte !== char.backslash) continue;
      this.index = index;
      if (byte < 0x20) throw this.unexpected();
      this.index += 1;
      if (byte === char.quote) return true;
      this.#passEscape();
      index = this.index - 1;
    }
    this.index = Math.max(this.index, stop);
    if (this.index >= bytes.length) throw this.unexpected();
    return false;
  }

  #passEscape(): void {
    this.hasEscapes = true;
    const byte = this.bytes[this.index] as number;
    if (byte !== char.u && !escapes.has(byte)) throw this.unexpected();
    this.index += 1;
    if (byte !== char.u) return;
    const end = this.index + 4;
    for (; this.index < end; this.index += 1)
      if (!hexDigits.has(this.bytes[this.index] as number)) throw this.unexpected();
  }

  passPlain(): void {
    const literal = literals.find(([first]) => first === this.bytes[this.index]);
    if (literal) this.#passLiteral(literal);
    else this.#passNumber();
  }

  #passLiteral(literal: Buffer): void {
    for (const byte of literal) {
      if (this.bytes[this.index] !== byte) throw this.unexpected();
      this.index += 1;
    }
  }

  #passNumber(): void {
    const start = this.index;
    if (this.bytes[this.index] === char.minus) this.index += 1;
    const isZero = this.bytes[this.index] === char.zero;
    const whole = this.#passDigits(isZero ? 1 : Number.POSITIVE_INFINITY);
    if (this.bytes[this.index] === char.point) {
      this.index += 1;
      this.#passDigits();
    }
    const exponent = this.#passExponent();
    if (whole + exponent > maxSafePoint && isBeyondRange(this.bytes.toString('latin1', start, this.index)))
      throw new Malformed('a number is out of range');
  }

  #passDigits(max = Number.POSITIVE_INFINITY): number {
    const start = this.index;
    while (isDigit(this.bytes[this.index]) && this.index - start < max) {
      this.index += 1;
      // Only a batch has room for more.
      if (this.index - start > maxBodyBytes)
        throw new Malformed(`a number has more than ${maxBodyBytes} digits`);
    }
    if (this.index === start) throw this.unexpected();
    return this.index - start;
  }

  /** Returns the exponent's value, or one beyond all range. */
  #passExponent(): number {
    const letter = this.bytes[this.index];
    if (letter !== 0x65 && letter !== 0x45) return 0;
    this.index += 1;
    const sign = this.bytes[this.index];
    if (sign === char.plus || sign === char.minus) this.index += 1;
    const start = this.index;
    const length = this.#passDigits();
    if (sign === char.minus) return 0;
    return length > maxExponentDigits
      ? Number.POSITIVE_INFINITY
      : Number(this.bytes.toString('latin1', start, this.index));
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= char.zero && byte <= char.nine;
}
