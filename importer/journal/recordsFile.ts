import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { completeLines, jsonLine, type ResultFile } from './appendedFile.ts';
import type { Changes, Handled, Outcome, Stored, Updated, Values } from './rowOutcome.ts';

/** Effect of a run on one record, as far as an undo needs it. `from` has the overwritten values, `to` what the run wrote. */
export type RecordEntry =
  | { readonly created: string; readonly to: Stored }
  | {
      readonly updated: string;
      /** Versions before and after the update of the record itself. */
      readonly was: string;
      readonly version: string;
      readonly from: Stored;
      readonly to: Stored;
      readonly address?: ChangedAddress;
    }
  | DeletedEntry
  | UnsettledEntry;

/** A whole record, as `create` takes it, with its further delivery addresses. */
export interface DeletedEntry {
  readonly deleted: string;
  readonly title: string;
  readonly number: string;
  readonly record: Values;
  readonly addresses: readonly Values[];
  /** New ident of a record that an undo has created again; `addresses` has those that it still lacks. */
  readonly recreated?: string;
}

/** A record that an interrupted run may have written: the service no longer knows whether it did. */
export interface UnsettledEntry {
  /** '' for a record that the run may have created. */
  readonly unsettled: string;
  readonly title: string;
  readonly number: string;
  readonly changes: Changes;
}

export type WrittenEntry = Exclude<RecordEntry, DeletedEntry | UnsettledEntry>;

interface ChangedAddress {
  readonly ident: string;
  /** Undefined for a new address. */
  readonly version?: string;
  readonly from: Stored;
  readonly to: Stored;
}

/** Returns the file that keeps what a run did to its records. It stays after the run, for its undo. */
export function recordsFile(path: string, length: number): ResultFile {
  return {
    name: 'records',
    path,
    head: '',
    length,
    linesOf,
    isNeeded: () => true,
  };
}

function linesOf(handled: readonly Pick<Handled, 'outcome'>[]): string {
  let lines = '';
  for (const { outcome } of handled) {
    const entry = entryOf(outcome);
    if (entry) lines += jsonLine(entry);
  }
  return lines;
}

function entryOf(outcome: Outcome): RecordEntry | undefined {
  if (outcome.kind === 'created') return { created: outcome.ident, to: outcome.values ?? {} };
  if (outcome.kind === 'updated') return updateEntry(outcome);
  return outcome.kind === 'refused' && outcome.partly ? updateEntry(outcome.partly) : undefined;
}

export function entriesOf(outcomes: readonly Outcome[]): readonly RecordEntry[] {
  return outcomes.flatMap((outcome) => entryOf(outcome) ?? []);
}

function updateEntry({ ident, was = '', version = '', changes = [], address }: Updated): RecordEntry {
  const entry = { updated: ident, was, version, ...valuesIn(changes) };
  if (!address) return entry;
  const { ident: addressIdent, version: addressVersion, changes: changed } = address;
  const isNew = addressVersion === undefined;
  const values = valuesIn(changed);
  return {
    ...entry,
    address: isNew
      ? { ident: addressIdent, from: {}, to: values.to }
      : { ident: addressIdent, version: addressVersion, ...values },
  };
}

function valuesIn(changes: Changes): { readonly from: Stored; readonly to: Stored } {
  return {
    from: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
    to: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
  };
}

/** Ident of the record; '' if it is not known. */
export function identIn(entry: RecordEntry): string {
  if ('created' in entry) return entry.created;
  if ('unsettled' in entry) return entry.unsettled;
  return 'updated' in entry ? entry.updated : entry.deleted;
}

const batchSize = 500;

/** Bytes of a file that hold some entries. */
export interface EntryBatch {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Cuts a file into batches of entries; an incomplete last line is left out. Resolves to none without a file. */
export async function entryBatches(path: string): Promise<readonly EntryBatch[]> {
  if (!existsSync(path)) return [];
  const batches: EntryBatch[] = [];
  let from = 0;
  let lines = 0;
  let position = 0;
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
      lines += 1;
      end = position + at + 1;
      if (lines % batchSize !== 0) continue;
      batches.push({ path, from, to: end });
      from = end;
    }
    position += bytes.length;
  }
  return end > from ? [...batches, { path, from, to: end }] : batches;
}

/** Yields all entries of a file; none without a file. */
export async function* entriesIn(path: string): AsyncGenerator<RecordEntry> {
  for await (const { text } of completeLines(path)) yield JSON.parse(text);
}

export async function readBatch({ path, from, to }: EntryBatch): Promise<readonly RecordEntry[]> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    const lines = buffer.toString('utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  } finally {
    await file.close();
  }
}
