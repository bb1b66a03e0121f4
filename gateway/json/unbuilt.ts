import { char } from './malformed.ts';

/** A value in JSON that was checked and not built. */
export class Unbuilt {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isObject(): boolean {
    return this.bytes[0] === char.openObject;
  }

  get isArray(): boolean {
    return this.bytes[0] === char.openArray;
  }

  /** Whether it is an array or object. */
  get isNested(): boolean {
    return this.isArray || this.isObject;
  }
}
