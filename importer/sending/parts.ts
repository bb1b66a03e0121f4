import type { BatchEntry } from '../../client/nodeClient.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';

/** Bytes of a request, well below the limit of the service. */
const maxBytes = batchRun.maxBytes / 2;

/** Bytes of an entry and of a field beside their values, and at most of a character: JSON escapes some. */
const entryBytes = 64;
const fieldBytes = 32;
const characterBytes = 6;

/** Cuts operations into requests that are small enough, mostly into one. The same operations are always cut the same way. */
export function partsOf(operations: readonly BatchEntry[]): readonly (readonly BatchEntry[])[] {
  const parts: BatchEntry[][] = [[]];
  let bytes = 0;
  for (const entry of operations) {
    const size = sizeOf(entry);
    if (bytes + size > maxBytes && bytes > 0) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(entry);
    bytes += size;
  }
  return parts;
}

function sizeOf({ data }: BatchEntry): number {
  let bytes = entryBytes;
  for (const value of Object.values(data)) bytes += fieldBytes + characterBytes * String(value).length;
  return bytes;
}
