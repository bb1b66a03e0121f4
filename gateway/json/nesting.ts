/** Stack of open arrays and objects, a bit each: a body may be nested as deep as it is long. */
export class Nesting {
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
