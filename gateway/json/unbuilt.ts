import { char } from './malformed.ts';

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

  get isNested(): boolean {
    return this.isArray || this.isObject;
  }
}
