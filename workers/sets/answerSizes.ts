import type { Call } from '../../shared/calls/call.ts';

/** At most so many bytes of a list are answered, of the JSON text of its records. */
export const maxListBytes = 512 * 1024;

/** Bytes that a record has in an answer beside its long text: names of fields, numbers, short texts. An estimate. */
export const defaultRecordBytes = 1_024;

/** Bytes of answers that one set brings into memory at a time, but for a single answer that has more. */
const maxSetBytes = 4 * 1024 * 1024;

/** What a set may bring into memory. */
export class SetRoom {
  #left: number;
  #isEmpty = true;

  constructor(max = maxSetBytes) {
    this.#left = max;
  }

  /** Takes room if there is as much left; the first one always gets it, so that every set answers some call. */
  take(size: number): boolean {
    if (size > this.#left && !this.#isEmpty) return false;
    this.#isEmpty = false;
    this.#left -= size;
    return true;
  }
}

/** Whether an answer of at least so many bytes is more than its caller takes. */
export function exceeds(bytes: number, { maxAnswerBytes = Number.POSITIVE_INFINITY }: Call): boolean {
  return bytes > maxAnswerBytes;
}

/** The first ones of which surely not even the texts fit are left out, by these lower bounds; the first one is always there. */
export function longestPrefix<T>(items: readonly T[], bytesOf: (item: T) => number): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item, at) => (bytes += bytesOf(item)) > maxListBytes && at > 0);
  return end === -1 ? items : items.slice(0, end);
}

/** As many of the records as fit into an answer, by the bytes of their JSON text. */
export function fittingRecords<T>(records: readonly T[]): readonly T[] {
  return longestPrefix(records, (record) => Buffer.byteLength(JSON.stringify(record)) + 1);
}
