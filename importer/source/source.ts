import { openArchive } from './archive.ts';
import type { SourceOptions } from './dialect.ts';
import { ImportError } from './importError.ts';
import { openTable } from './openTable.ts';
import type { SourceRow } from './sourceRow.ts';
import type { Description, SourceTables } from './sourceTable.ts';
import { type StoredBytes, storedBytes } from './storedBytes.ts';

/** An open file of records whose format was recognised. Its rows are read on demand. */
export interface Source {
  /** Path that the user gave, or `standard input`. */
  readonly name: string;
  readonly description: Description;
  /** Names of the columns, unique and never empty. The values of a row have the same order. */
  readonly columns: readonly string[];
  /** Facts that the user should know but need not act on, such as a column without a name. */
  readonly notices: readonly string[];
  /** Bytes to read, for progress; undefined for standard input. A ZIP archive counts its unpacked data. */
  readonly bytes: number | undefined;
  readonly bytesRead: () => number;
  /**
   * Yields chunks of some hundred rows; can be read once. At most one chunk is read ahead. Throws ImportError when reading
   * fails, and at the end of a file that had no rows.
   */
  rows(): AsyncIterable<readonly SourceRow[]>;
  /** Closes the file, even if its rows were not read. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Opens a file, or standard input for `-`. Messages name `shownName` instead of the path. Throws ImportError when it has no
 * records that can be read. Reading throws the reason of the signal when the user stops the command.
 */
export async function openSource(
  file: string,
  options: SourceOptions = {},
  shownName?: string,
  signal?: AbortSignal,
): Promise<Source> {
  const stored = await storedBytes(file, shownName);
  try {
    const isArchive = stored.compression === 'zip';
    const tables = isArchive ? await openArchive(stored, options) : await onlyTable(stored, options);
    const { first, all, notices = [], bytes = stored.bytes, bytesRead = stored.bytesRead } = tables;
    return {
      name: stored.name,
      description: { ...first.description, ...(stored.compression && { compression: stored.compression }) },
      columns: first.columns,
      notices: [...notices, ...first.notices],
      bytes,
      bytesRead,
      rows: () => rowsOf(stored.name, all, signal),
      close: async () => {
        await tables.close?.();
        stored.close();
      },
    };
  } catch (error) {
    stored.close();
    throw error;
  }
}

async function onlyTable({ name, content }: StoredBytes, options: SourceOptions): Promise<SourceTables> {
  const first = await openTable(name, content(), options);
  return { first, all: () => [first] };
}

const maxRows = 1000;

async function* rowsOf(
  name: string,
  tables: SourceTables['all'],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly SourceRow[]> {
  let isEmpty = true;
  for await (const table of tables())
    for await (const rows of table.rows()) {
      // A quote that is never closed makes a megabyte of rows come at once.
      for (let start = 0; start < rows.length; start += maxRows) {
        isEmpty = false;
        signal?.throwIfAborted();
        yield rows.slice(start, start + maxRows);
      }
    }
  if (isEmpty) throw new ImportError(`${name} has a header but no rows`);
}
