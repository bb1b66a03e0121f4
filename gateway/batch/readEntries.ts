import type { Refused } from '../../shared/wire/envelope.ts';
import type { CallRequest } from '../calls/callQueue.ts';
import type { Work } from '../json/work.ts';
import { type Batch, readEntry } from './readEntry.ts';

export function* readEntries(
  entries: readonly unknown[],
  batch: Batch,
): Work<readonly (CallRequest | Refused)[]> {
  const read: (CallRequest | Refused)[] = [];
  for (const [index, entry] of entries.entries()) {
    read.push(yield* readEntry(entry, index, batch));
    yield;
  }
  return read;
}
