import type { DeletedEntry, RecordEntry, WrittenEntry } from '../journal/recordsFile.ts';
import type { OwnAddress } from './recordVersions.ts';

/** A field that a run wrote, and that has another value now; without `now`, one that the run may have written. */
interface Difference {
  readonly field: string;
  readonly before: string;
  readonly run: string;
  readonly now?: string;
}

export const changedSince = 'was changed since';

/** A record that an undo leaves as it is. */
export interface Left {
  readonly title: string;
  /** Number of the record for people; '' if it has none. */
  readonly number: string;
  readonly ident: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly changedAt?: string | undefined;
  /** Number of a later run that wrote the record. */
  readonly changedBy?: number | undefined;
  readonly differences: readonly Difference[];
  readonly entry: RecordEntry;
}

/** Changes of one record that the undo reverts. */
export interface UndoStep {
  readonly title: string;
  readonly number: string;
  readonly entry: WrittenEntry | DeletedEntry;
  /** Version of the record: it is reverted only if it still has it. '' for a record that is created again. */
  readonly version: string;
  /** Version of the delivery address that the run changed or added; undefined if there is none, or none any more. */
  readonly addressVersion?: string;
}

export interface UndoPlan {
  readonly steps: readonly UndoStep[];
  readonly left: readonly Left[];
  /** Records that somebody has deleted already. */
  readonly gone: number;
  /** Customers whose delivery addresses are removed, with their versions. */
  readonly owners: readonly Owner[];
}

/** A customer, its version, and the number of its delivery addresses in a batch. */
export type Owner = readonly [ident: string, version: string, addresses: number];

/** Changes of a run to the delivery address of a customer. */
export function ownAddress(entry: RecordEntry): OwnAddress {
  if (!('updated' in entry) || !entry.address) return 'none';
  return entry.address.version === undefined ? 'added' : 'changed';
}
