import { ImportError } from '../importError.ts';
import { openArchive } from './archive.ts';
import type { Options } from './options.ts';
import { type Description, openPart, type Part, type SourceRow } from './part.ts';
import { storedBytes } from './storedBytes.ts';

export type { Options } from './options.ts';
export type { Description, RowFault, SourceRow } from './part.ts';

/** A file of records, opened and recognised, whose rows are read as they are asked for. */
export interface Source {
  /** As the user named it, or `standard input`. */
  readonly name: string;
  readonly description: Description;
  /** Names of the columns, unique and never empty; the values of a row come in this order. */
  readonly columns: readonly string[];
  /** What a user should know and need not act on, such as a column without a name. */
  readonly notices: readonly string[];
  /** How much there is to read, for progress; unknown for standard input. Of a ZIP archive: its unpacked data. */
  readonly bytes: number | undefined;
  /** How much has been read, of `bytes`. */
  readonly bytesRead: () => number;
  /**
   * The rows, in chunks of some hundred, once. Nothing is read ahead of the reader but a chunk.
   * Throws ImportError when the file can't be read on, and at its end when it had no rows.
   */
  rows(): AsyncIterable<readonly SourceRow[]>;
  /** Closes the file, also where its rows were not read. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a file, or standard input for `-`. Throws ImportError when it holds no records that can be read. */
export async function openSource(file: string, options: Options = {}): Promise<Source> {
  const stored = await storedBytes(file);
  try {
    const parts =
      stored.compression === 'zip' ? await openArchive(stored, options) : await onlyPart(stored, options);
    return {
      name: stored.name,
      description: { ...parts.first.description, ...compressionOf(stored) },
      columns: parts.first.columns,
      notices: [...(parts.notices ?? []), ...parts.first.notices],
      bytes: parts.bytes ?? stored.bytes,
      bytesRead: parts.bytesRead ?? stored.bytesRead,
      rows: () => rowsOf(stored.name, parts.all),
      close: async () => {
        await parts.close?.();
        stored.close();
      },
    };
  } catch (error) {
    stored.close();
    throw error;
  }
}

/** What a file consists of: itself, or the data files of an archive, of which only the first one is open yet. */
export interface Parts {
  readonly first: Part;
  readonly all: () => AsyncIterable<Part>;
  readonly notices?: readonly string[];
  readonly bytes?: number;
  readonly bytesRead?: () => number;
  readonly close?: () => Promise<void>;
}

type Stored = Awaited<ReturnType<typeof storedBytes>>;

async function onlyPart(stored: Stored, options: Options): Promise<Parts> {
  const first = await openPart(stored.name, stored.content(), options);
  return {
    first,
    async *all() {
      yield first;
    },
  };
}

function compressionOf({ compression }: Stored): { compression?: 'gzip' | 'zip' } {
  return compression ? { compression } : {};
}

const maxRows = 1000;

async function* rowsOf(name: string, parts: Parts['all']): AsyncGenerator<readonly SourceRow[]> {
  let isEmpty = true;
  for await (const part of parts())
    for await (const rows of part.rows()) {
      // Behind a lost quote, a megabyte of rows is found at once.
      for (let start = 0; start < rows.length; start += maxRows) {
        isEmpty = false;
        yield rows.slice(start, start + maxRows);
      }
    }
  if (isEmpty) throw new ImportError(`${name} has a header and no rows`);
}
