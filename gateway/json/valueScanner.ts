import { maxBodyBytes } from '../../shared/contract/values/contractLimits.ts';
import { Numeral } from '../../shared/contract/values/numeral.ts';
import { char, Malformed } from './malformed.ts';
import { Scanner } from './scanner.ts';
import type { Work } from './work.ts';

/** True if a member is used and must be built. A function says which members of an object are used. */
export type IsUsed = (name: string) => boolean | IsUsed;

/** Maximum bytes of a name that are read. Longer names are all unknown, and errors show 64 characters of them. */
const maxNameBytes = 65_536;

/** Maximum elements of a list that is built: no field takes more. */
export const maxListed = 1_000;

/** Digits and point of a number that a double holds exactly. */
const maxExactLength = 15;

const forbiddenName = '__proto__';
/** Length with every character escaped. */
const maxEscaped = forbiddenName.length * 5;

/** Value that was checked, but not built: its bytes. */
export class Unbuilt {
  readonly bytes: Buffer;
  /** At most `maxListed` + 1 elements of an array, if they were found when it was checked. */
  readonly elements: readonly Unbuilt[] | undefined;

  constructor(bytes: Buffer, elements?: readonly Unbuilt[]) {
    this.bytes = bytes;
    this.elements = elements;
  }

  get isObject(): boolean {
    return this.bytes[0] === char.openObject;
  }

  get isArray(): boolean {
    return this.bytes[0] === char.openArray;
  }

  get isNested(): boolean {
    return this.isArray || this.isObject;
  }
}

/** Checks JSON and builds only the values that are used. */
export class Values extends Scanner {
  /** Empty between values. One for all of them, since the entries of a batch are thousands. */
  readonly #nesting = new Nesting();

  /**
   * Members of the object that begins here, in the order sent. The last one of a name counts. Unused values are checked, and
   * undefined.
   */
  *members(isUsed: IsUsed): Work<Map<string, unknown>> {
    const members = new Map<string, unknown>();
    this.expect(char.openObject);
    if (this.takes(char.closeObject)) return members;
    do {
      const name = yield* this.#name();
      const used = isUsed(name);
      if (typeof used === 'function' && this.peek() === char.openObject)
        members.set(name, yield* this.members(used));
      else if (used) members.set(name, yield* this.#value());
      else {
        yield* this.skip();
        members.set(name, undefined);
      }
      if (this.isDue()) yield;
    } while (this.takes(char.comma));
    this.expect(char.closeObject);
    return members;
  }

  /** Elements of the array that begins here, at most `max`; the others are only checked. */
  *elements(max: number): Work<readonly Unbuilt[]> {
    const elements: Unbuilt[] = [];
    this.expect(char.openArray);
    if (this.takes(char.closeArray)) return elements;
    do {
      this.peek();
      const start = this.index;
      yield* this.skip();
      if (elements.length < max) elements.push(this.#unbuilt(start));
      if (this.isDue()) yield;
    } while (this.takes(char.comma));
    this.expect(char.closeArray);
    return elements;
  }

  *skip(): Work<void> {
    const nesting = this.#nesting;
    do {
      if (this.isDue()) yield;
      if (nesting.isObject) {
        const start = this.#beginName();
        while (!this.passString()) yield;
        this.#endName(start);
      }
      const next = this.peek();
      if (next === char.quote) {
        this.beginString();
        while (!this.passString()) yield;
      } else if (next !== char.openObject && next !== char.openArray) this.passPlain();
      else if (this.#entersInto(nesting)) continue;
      while (this.#leaves(nesting)) if (this.isDue()) yield;
    } while (nesting.depth > 0);
  }

  /** Enters an array or object, or skips an empty one. */
  #entersInto(nesting: Nesting): boolean {
    const isObject = this.bytes[this.index] === char.openObject;
    this.index += 1;
    if (this.takes(closing(isObject))) return false;
    nesting.open(isObject);
    return true;
  }

  /** Leaves the array or object that ends here, or skips the comma before the next value. */
  #leaves(nesting: Nesting): boolean {
    if (nesting.depth === 0 || this.takes(char.comma)) return false;
    this.expect(closing(nesting.isObject));
    nesting.close();
    return true;
  }

  *#name(): Work<string> {
    const start = this.#beginName();
    while (!this.passString()) yield;
    const { hasEscapes, index: end } = this;
    this.#endName(start);
    if (end - start > maxNameBytes) return this.bytes.toString('utf8', start + 1, start + maxNameBytes);
    return this.#text(start, end, hasEscapes);
  }

  #beginName(): number {
    this.peek();
    const start = this.index;
    this.beginString();
    return start;
  }

  /** Refuses the name that sets prototypes, and skips the colon. The name began at `start`. */
  #endName(start: number): void {
    const { hasEscapes, index: end } = this;
    const length = end - start - 2;
    const escaped = length - forbiddenName.length;
    // Each escaped character takes five more bytes.
    const canBeForbidden = hasEscapes ? escaped <= maxEscaped && escaped % 5 === 0 : escaped === 0;
    if (canBeForbidden && this.#text(start, end, hasEscapes) === forbiddenName)
      throw new Malformed(`the name ${forbiddenName} is not allowed`);
    this.expect(char.colon);
  }

  *#value(): Work<unknown> {
    const next = this.peek();
    const start = this.index;
    if (next === char.openArray) return yield* this.#array();
    if (next === char.openObject) {
      yield* this.skip();
      return this.#unbuilt(start);
    }
    if (next === char.quote) {
      this.beginString();
      while (!this.passString()) yield;
      // Only batches have room for longer texts, which no field takes.
      const isTooLong = this.index - start > maxBodyBytes;
      return isTooLong ? this.#unbuilt(start) : this.#text(start, this.index, this.hasEscapes);
    }
    this.passPlain();
    return plainValue(this.bytes.toString('latin1', start, this.index));
  }

  /** Builds lists of texts and numbers, as some fields take them; other arrays stay unbuilt. */
  *#array(): Work<unknown> {
    const start = this.index;
    const isOfNested = this.#beginsWithNested();
    this.index = start;
    const elements = yield* this.elements(maxListed + 1);
    const array = new Unbuilt(this.bytes.subarray(start, this.index), elements);
    if (isOfNested || elements.length > maxListed || elements.some(({ isNested }) => isNested)) return array;
    const built: unknown[] = [];
    for (const { bytes } of elements) {
      built.push(yield* new Values(bytes).#value());
      yield;
    }
    return built;
  }

  /** True if the first element of the array is an array or object: then it holds the operations of a batch. */
  #beginsWithNested(): boolean {
    this.expect(char.openArray);
    const next = this.peek();
    return next === char.openObject || next === char.openArray;
  }

  #unbuilt(start: number): Unbuilt {
    return new Unbuilt(this.bytes.subarray(start, this.index));
  }

  /** The bytes include the quotes. */
  #text(start: number, end: number, hasEscapes: boolean): string {
    return hasEscapes
      ? JSON.parse(this.bytes.toString('utf8', start, end))
      : this.bytes.toString('utf8', start + 1, end - 1);
  }
}

function closing(isObject: boolean): number {
  return isObject ? char.closeObject : char.closeArray;
}

function plainValue(source: string): unknown {
  if (/^[tfn]/.test(source)) return JSON.parse(source);
  return source.length > maxExactLength || /[eE]/.test(source) ? new Numeral(source) : Number(source);
}

/** Stack of open arrays and objects, a bit each: a body may be nested as deep as it is long. */
class Nesting {
  #bits = new Uint8Array(8);
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  /** True if the innermost one is an object; false if none is open. */
  get isObject(): boolean {
    if (this.#depth === 0) return false;
    const index = this.#depth - 1;
    return (((this.#bits[index >> 3] as number) >> (index & 7)) & 1) === 1;
  }

  open(isObject: boolean): void {
    const index = this.#depth;
    if (index >> 3 === this.#bits.length) this.#grow();
    const bit = 1 << (index & 7);
    const byte = this.#bits[index >> 3] as number;
    this.#bits[index >> 3] = isObject ? byte | bit : byte & ~bit;
    this.#depth += 1;
  }

  close(): void {
    this.#depth -= 1;
  }

  #grow(): void {
    const bits = new Uint8Array(this.#bits.length * 2);
    bits.set(this.#bits);
    this.#bits = bits;
  }
}
