import yauzl from 'yauzl';
import type { SourceOptions } from './dialect.ts';
import { ImportError, known } from './importError.ts';
import { openTable } from './openTable.ts';
import type { SourceRow } from './sourceRow.ts';
import type { SourceTable, SourceTables } from './sourceTable.ts';
import { damaged, explained, type StoredBytes } from './storedBytes.ts';

const dataFile = /\.(?:csv|tsv|tab|txt|json|jsonl|ndjson)$/i;
/** Matches texts on the data, which are no data. */
const note =
  /(?:^|\/)(?:read[ _-]?me|lies[ _-]?mich|lisez[ _-]?moi|leggi[ _-]?mi|licen[cs]e|lizenz|changelog|notice|hinweise?|info|about)[^/]*\.txt$/i;
/** Matches hidden files, and what macOS adds to archives. */
const hidden = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** An open ZIP archive or workbook, of which only the list of files is read. */
export interface Unzipped {
  readonly name: string;
  readonly entries: readonly yauzl.Entry[];
  /** Throws ImportError, also while it is read, for a file that can't be unpacked. */
  readonly open: (entry: yauzl.Entry) => Promise<AsyncIterable<Buffer>>;
  readonly bytesRead: () => number;
  readonly close: () => void;
}

const maxEntries = 10_000;

/** Opens a ZIP file. Throws ImportError when it is damaged, or comes from standard input. */
export async function unzip({ name, path }: Pick<StoredBytes, 'name' | 'path'>): Promise<Unzipped> {
  if (!path)
    throw new ImportError("a ZIP archive can't be read from standard input: pass the name of the file");
  const zip = await readable(name, () => yauzl.openPromise(path, { lazyEntries: true, autoClose: false }));
  if (zip.entryCount > maxEntries)
    throw new ImportError(`${name} has ${zip.entryCount} files, and at most ${maxEntries} are supported`);
  const entries: yauzl.Entry[] = [];
  await readable(name, async () => {
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry);
  });
  let read = 0;
  return {
    name,
    entries,
    open: async (entry) => {
      const bytes = await readable(name, () => zip.openReadStreamPromise(entry));
      return explained(
        bytes,
        (error) => damaged(name, error),
        (count) => (read += count),
      );
    },
    bytesRead: () => read,
    close: () => zip.close(),
  };
}

/** Opens the data files of a ZIP archive. They are read one after the other, in the order of the archive. */
export async function openArchive(zip: Unzipped, options: SourceOptions): Promise<SourceTables> {
  const { name } = zip;
  const { files, notices } = dataFiles(zip);
  const open = async (entry: yauzl.Entry) =>
    openTable(`${name} (${entry.fileName})`, await zip.open(entry), options);
  const table = await open(files[0] as yauzl.Entry);
  const first = { ...table, description: { ...table.description, compression: 'zip' as const } };
  return {
    first: within(first, files[0]?.fileName ?? ''),
    async *all() {
      for (const [index, entry] of files.entries())
        yield within(index === 0 ? first : aligned(first, await open(entry)), entry.fileName);
    },
    notices,
    bytes: files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    bytesRead: zip.bytesRead,
    close: async () => zip.close(),
  };
}

function dataFiles({ name, entries }: Unzipped) {
  const shown = entries.filter(({ fileName }) => !hidden.test(fileName));
  const files = shown.filter(({ fileName }) => dataFile.test(fileName) && !note.test(fileName));
  const others = shown.filter((entry) => !files.includes(entry)).map(({ fileName }) => fileName);
  if (files.length === 0)
    throw new ImportError(
      workbookIn(name, others) ??
        `${name} contains no data file (.csv, .tsv, .tab, .txt, .json, .jsonl, .ndjson): ${others.length === 0 ? 'it is empty' : `only ${firstNames(others)}`}`,
    );
  const locked = files.find((entry) => !entry.canDecodeFileData());
  if (locked)
    throw new ImportError(
      `${name} (${locked.fileName}) is encrypted, or compressed with a method that is not supported: unpack it first`,
    );
  return {
    files,
    notices: others.length === 0 ? [] : [`not data files, so not imported: ${firstNames(others)}`],
  };
}

function workbookIn(name: string, files: readonly string[]): string | undefined {
  const found = files.find((file) => /\.(?:xlsx|xlsm|ods)$/i.test(file));
  return found && `${name} has a workbook in it: unpack it, and import "${found}"`;
}

function firstNames(names: readonly string[]): string {
  const more = names.length > 5 ? `, and ${names.length - 5} more` : '';
  return names.slice(0, 5).join(', ') + more;
}

/** Turns an error of yauzl into an ImportError; yauzl's messages say what is wrong with the archive. */
async function readable<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const why = (error as Error).message.replace(/\.$/, '');
    throw new ImportError(
      known(
        'damaged_archive',
        [],
        `${name} can't be unpacked, since it is cut off or damaged (${why}): copy or download it again, or open it in a spreadsheet program and save it again`,
      ),
    );
  }
}

/**
 * Puts the columns into the order of the first file. Throws an ImportError when they differ: all files of an archive have
 * one mapping.
 */
function aligned(first: SourceTable, table: SourceTable): SourceTable {
  const indexes = first.columns.map((column) => table.columns.indexOf(column));
  const missing = first.columns.filter((_, index) => indexes[index] === -1);
  const added = table.columns.filter((column) => !first.columns.includes(column));
  if (missing.length > 0 || added.length > 0)
    throw new ImportError(
      `${table.name}: columns differ from ${first.name}: ${difference(missing, added)}. If these are different tables, unpack the one to import: ${first.name.replace(/^(.*) \((.*)\)$/, "unzip '$1' '$2'")}`,
    );
  // A row with another number of values has a fault, and is reported as it is.
  const reorder = (row: SourceRow) =>
    row.values.length === indexes.length
      ? { ...row, values: indexes.map((index) => row.values[index] ?? '') }
      : row;
  return { ...table, rows: () => mapped(table, reorder) };
}

function difference(missing: readonly string[], added: readonly string[]): string {
  return [
    ...missing.map((column) => `missing "${column}"`),
    ...added.map((column) => `unexpected "${column}"`),
  ].join(', ');
}

function within(table: SourceTable, file: string): SourceTable {
  return { ...table, rows: () => mapped(table, (row) => ({ ...row, file })) };
}

async function* mapped(table: SourceTable, change: (row: SourceRow) => SourceRow) {
  for await (const rows of table.rows()) yield rows.map(change);
}
