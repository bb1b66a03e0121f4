import { openArchive, unzip } from './archive.ts';
import type { SourceOptions } from './dialect.ts';
import { ImportError } from './importError.ts';
import { openTable } from './openTable.ts';
import { copySheet, isWorkbook, type SheetCopy } from './sheetCopy.ts';
import { sheetTables } from './sheetTable.ts';
import type { SourceRow } from './sourceRow.ts';
import type { Description, SourceTables } from './sourceTable.ts';
import { type StoredBytes, storedBytes } from './storedBytes.ts';

/** An open file of records whose format was recognized. Its rows are read on demand. */
export interface Source {
  /** Path that the user gave, or `standard input`. */
  readonly name: string;
  readonly description: Description;
  /** Names of the columns, unique and never empty. The values of a row have the same order. */
  readonly columns: readonly string[];
  /** Facts that the user should know but need not act on, such as a column without a name. */
  readonly notices: readonly string[];
  /** Lines above the header, such as titles and comments. */
  readonly above: readonly string[];
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
    const tables =
      stored.compression === 'zip' ? await zipTables(stored, options) : await onlyTable(stored, options);
    return sourceOf(tables, stored, signal);
  } catch (error) {
    stored.close();
    throw error;
  }
}

/** Opens the copy of a sheet. Throws ImportError when it has no header. */
export async function openSheet(
  name: string,
  copy: SheetCopy,
  options: SourceOptions = {},
  signal?: AbortSignal,
): Promise<Source> {
  return sourceOf(await sheetTables(name, copy, options), { name }, signal);
}

type Stored = Pick<StoredBytes, 'name'> & Partial<StoredBytes>;

function sourceOf(tables: SourceTables, stored: Stored, signal: AbortSignal | undefined): Source {
  const { first, all, notices = [], bytes = stored.bytes, bytesRead = stored.bytesRead } = tables;
  return {
    name: stored.name,
    description: first.description,
    columns: first.columns,
    notices: [...notices, ...first.notices],
    above: first.above ?? [],
    bytes,
    bytesRead: bytesRead ?? (() => 0),
    rows: () => rowsOf(stored.name, all, signal),
    close: async () => {
      await tables.close?.();
      stored.close?.();
    },
  };
}

async function onlyTable(
  { name, content, compression }: StoredBytes,
  options: SourceOptions,
): Promise<SourceTables> {
  refuseSheetOptions(name, options);
  const table = await openTable(name, content(), options);
  const description = { ...table.description, ...(compression && { compression }) };
  const first = { ...table, description };
  return { first, all: () => [first] };
}

async function zipTables(stored: StoredBytes, options: SourceOptions): Promise<SourceTables> {
  const zip = await unzip(stored);
  try {
    if (await isWorkbook(zip)) {
      const copy = await copySheet(zip, options);
      zip.close();
      return await sheetTables(stored.name, copy, options).then(
        (tables) => ({ ...tables, close: copy.remove }),
        (error) => copy.remove().then(() => Promise.reject(error)),
      );
    }
    refuseSheetOptions(stored.name, options);
    return await openArchive(zip, options);
  } catch (error) {
    zip.close();
    throw error;
  }
}

function refuseSheetOptions(name: string, { sheet, cells, hiddenRows }: SourceOptions): void {
  const given = Object.entries({ sheet, cells, 'hidden-rows': hiddenRows }).find(
    ([, value]) => value !== undefined,
  );
  if (given) throw new ImportError(`${name} is not a workbook (.xlsx, .ods): leave out --${given[0]}`);
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
