/** Hashes a text to an integer below 2^53 (cyrb53, by bryc, public domain). Texts can be chosen to collide. */
export function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}

const firstSlots = 64;
const maxLoad = 0.7;

/**
 * A set of hashes in 12 to 23 bytes each, of which a Set takes 37: a file may have millions of rows. Open addressing with
 * linear probing; a key is never 0.
 */
export class HashSet {
  #keys = new Float64Array(firstSlots);
  #count = 0;

  get bytes(): number {
    return this.#keys.byteLength;
  }

  /** Returns false if the hash is there already. */
  add(hash: number): boolean {
    const key = hash + 1;
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === key) return false;
    this.#keys[slot] = key;
    this.#count += 1;
    if (this.#count > this.#keys.length * maxLoad) this.#grow();
    return true;
  }

  has(hash: number): boolean {
    return this.#keys[this.#slotOf(hash + 1)] !== 0;
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (key >>> 0) & mask;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    this.#keys = new Float64Array(keys.length * 2);
    for (const key of keys) if (key !== 0) this.#keys[this.#slotOf(key)] = key;
  }
}
