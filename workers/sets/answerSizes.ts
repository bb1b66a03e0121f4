import type { Call } from '../../shared/calls/call.ts';

/** At most so many bytes of a list are in an answer, of the JSON text of its records. */
export const maxListBytes = 512 * 1024;

/** An estimate of the bytes that a record has in an answer beside its long text: names of fields, numbers, short texts. */
export const defaultRecordBytes = 1_024;

/** Bytes of answers that one set reads into memory at a time; a single answer may have more. */
const maxSetBytes = 4 * 1024 * 1024;

/** How much more a set may read into memory. */
export class SetRoom {
  #left: number;
  #isEmpty = true;

  constructor(max = maxSetBytes) {
    this.#left = max;
  }

  /** Reserves room; returns false if there is not enough left. The first one always gets it, so that every set answers a call. */
  reserve(size: number): boolean {
    if (size > this.#left && !this.#isEmpty) return false;
    this.#isEmpty = false;
    this.#left -= size;
    return true;
  }
}

/** Whether an answer of at least so many bytes is larger than its caller takes. */
export function exceeds(bytes: number, { maxAnswerBytes = Number.POSITIVE_INFINITY }: Call): boolean {
  return bytes > maxAnswerBytes;
}

/**
 * The items that may fit into an answer, by lower bounds of their bytes: the first one, and those after it until the sum
 * is too large.
 */
export function longestPrefix<T>(items: readonly T[], bytesOf: (item: T) => number): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => (bytes += bytesOf(item)) > maxListBytes && index > 0);
  return end === -1 ? items : items.slice(0, end);
}

/** As many of the records as fit into an answer, by the bytes of their JSON text. */
export function fittingRecords<T>(records: readonly T[]): readonly T[] {
  return longestPrefix(records, (record) => Buffer.byteLength(JSON.stringify(record)) + 1);
}
