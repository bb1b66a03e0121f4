import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ResultFile } from './appendedFile.ts';
import type { Changes, Handled, Outcome, Updated } from './rowOutcome.ts';

type Stored = Readonly<Record<string, string>>;

/** Effect of a run on one record, as far as an undo needs it. */
export type RecordEntry =
  | { readonly created: string }
  | {
      readonly updated: string;
      /** Version after the update of the record itself. */
      readonly version: string;
      /** Overwritten values by field. */
      readonly from: Stored;
      readonly address?: ChangedAddress;
    };

interface ChangedAddress {
  readonly ident: string;
  /** Undefined for a new address. */
  readonly version?: string;
  readonly from: Stored;
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
    if (entry) lines += lineOf(entry);
  }
  return lines;
}

export function lineOf(entry: RecordEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function entryOf(outcome: Outcome): RecordEntry | undefined {
  if (outcome.kind === 'created') return { created: outcome.ident };
  if (outcome.kind === 'updated') return updateEntry(outcome);
  return outcome.kind === 'refused' && outcome.partly ? updateEntry(outcome.partly) : undefined;
}

export function entriesOf(outcomes: readonly Outcome[]): readonly RecordEntry[] {
  return outcomes.flatMap((outcome) => entryOf(outcome) ?? []);
}

function updateEntry({ ident, version = '', changes = [], address }: Updated): RecordEntry {
  const entry = { updated: ident, version, from: storedIn(changes) };
  if (!address) return entry;
  const { ident: addressIdent, version: addressVersion, changes: changed } = address;
  const isNew = addressVersion === undefined;
  const from = isNew ? {} : storedIn(changed);
  return {
    ...entry,
    address: { ident: addressIdent, ...(!isNew && { version: addressVersion }), from },
  };
}

function storedIn(changes: Changes): Stored {
  return Object.fromEntries(changes.map(({ field, from }) => [field, from]));
}

/** Ident of the record; the first value of each kind of entry. */
export function identIn(entry: RecordEntry): string {
  return Object.values(entry)[0] as string;
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
  let [from, lines, position, end] = [0, 0, 0, 0];
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
