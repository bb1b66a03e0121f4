import type { Call } from '../../shared/wire/call.ts';

/** Limit of the JSON text of a list's records in an answer. */
export const maxListBytes = 512 * 1024;

/** Estimate of a record's bytes in an answer without its long text: names of fields, numbers, short texts. */
export const defaultRecordBytes = 1_024;

/** Bytes of answers that one set reads into memory. A single answer may have more. */
const maxSetBytes = 4 * 1024 * 1024;

export class SetRoom {
  #left: number;
  #isEmpty = true;

  constructor(max = maxSetBytes) {
    this.#left = max;
  }

  /** Returns false if not enough room is left. The first reservation always succeeds, so that every set answers a call. */
  reserve(size: number): boolean {
    if (size > this.#left && !this.#isEmpty) return false;
    this.#isEmpty = false;
    this.#left -= size;
    return true;
  }
}

/** True if the caller accepts only smaller answers. */
export function exceeds(bytes: number, { maxAnswerBytes = Number.POSITIVE_INFINITY }: Call): boolean {
  return bytes > maxAnswerBytes;
}

/** Returns the items that may fit into an answer, by lower bounds of their bytes. Always includes the first one. */
export function longestPrefix<T>(items: readonly T[], bytesOf: (item: T) => number): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => (bytes += bytesOf(item)) > maxListBytes && index > 0);
  return end === -1 ? items : items.slice(0, end);
}

/** Returns the first records whose JSON text fits into an answer. */
export function fittingRecords<T>(records: readonly T[]): readonly T[] {
  return longestPrefix(records, (record) => Buffer.byteLength(JSON.stringify(record)) + 1);
}
