import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Reply } from '../../shared/envelope.ts';
import type { WantedCall } from '../calls/wantedCall.ts';
import { type Batch, readEntry } from './readEntry.ts';

/** Entries that are read at a time: about half a millisecond, so that single calls are not held up for all of them. */
const atATime = 64;

/** Reads the entries of a batch, a few at a time; in their order. */
export async function readEntries(
  entries: readonly unknown[],
  batch: Batch,
): Promise<readonly (WantedCall | Reply)[]> {
  const read: (WantedCall | Reply)[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at > 0 && at % atATime === 0) await othersTurn();
    read.push(readEntry(entry, at, batch));
  }
  return read;
}
