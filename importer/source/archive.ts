import yauzl from 'yauzl';
import { ImportError } from '../importError.ts';
import type { Options } from './options.ts';
import { openPart, type Part, type SourceRow } from './part.ts';
import type { Parts } from './source.ts';
import type { StoredBytes } from './storedBytes.ts';

const dataFile = /\.(?:csv|tsv|tab|txt|jsonl|ndjson)$/i;
/** What macOS packs along, and hidden files. */
const hidden = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** Opens the data files of a ZIP archive, which are read one after the other, in their order in the archive. */
export async function openArchive({ name, path }: StoredBytes, options: Options): Promise<Parts> {
  if (!path) throw new ImportError('a ZIP archive can not be read from standard input: name the file');
  const zip = await readable(name, () => yauzl.openPromise(path, { lazyEntries: true, autoClose: false }));
  const { files, notices } = await dataFiles(name, zip);
  let read = 0;
  const open = async (entry: yauzl.Entry) => {
    const bytes = await readable(name, () => zip.openReadStreamPromise(entry));
    return openPart(
      `${name} (${entry.fileName})`,
      unpacked(name, bytes, (count) => (read += count)),
      options,
    );
  };
  const first = await open(files[0] as yauzl.Entry);
  return {
    first: within(first, files[0]?.fileName ?? ''),
    async *all() {
      for (const [place, entry] of files.entries())
        yield within(place === 0 ? first : aligned(first, await open(entry)), entry.fileName);
    },
    notices,
    bytes: files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    bytesRead: () => read,
    close: async () => zip.close(),
  };
}

async function dataFiles(name: string, zip: yauzl.ZipFile) {
  const entries: yauzl.Entry[] = [];
  await readable(name, async () => {
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry);
  });
  if (entries.some(({ fileName }) => fileName === '[Content_Types].xml' || fileName === 'mimetype'))
    throw new ImportError(`${name} is a workbook (Excel, LibreOffice): save its table as CSV UTF-8`);
  const shown = entries.filter(({ fileName }) => !hidden.test(fileName));
  const files = shown.filter(({ fileName }) => dataFile.test(fileName));
  const others = shown.filter((entry) => !files.includes(entry)).map(({ fileName }) => fileName);
  if (files.length === 0)
    throw new ImportError(`${name} has no data file in it (.csv, .tsv, .txt, .jsonl): ${list(others)}`);
  const locked = files.find((entry) => !entry.canDecodeFileData());
  if (locked)
    throw new ImportError(
      `${locked.fileName} in ${name} is encrypted, or packed in a rare way: unpack it first`,
    );
  return { files, notices: others.length === 0 ? [] : [`not read from ${name}: ${list(others)}`] };
}

function list(names: readonly string[]): string {
  const more = names.length > 5 ? `, and ${names.length - 5} more` : '';
  return names.length === 0 ? 'it is empty' : names.slice(0, 5).join(', ') + more;
}

/** What goes wrong in the archive itself is the user's to know; yauzl's messages say what it is. */
async function readable<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new ImportError(`${name} can't be unpacked: ${(error as Error).message}`);
  }
}

async function* unpacked(name: string, bytes: AsyncIterable<Buffer>, count: (bytes: number) => void) {
  try {
    for await (const chunk of bytes) {
      count(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw new ImportError(`${name} is damaged: ${(error as Error).message}`);
  }
}

/** One mapping serves all files of an archive: they must have the same columns, in whatever order. */
function aligned(first: Part, part: Part): Part {
  const places = first.columns.map((column) => part.columns.indexOf(column));
  const missing = first.columns.filter((_, index) => places[index] === -1);
  const added = part.columns.filter((column) => !first.columns.includes(column));
  if (missing.length > 0 || added.length > 0)
    throw new ImportError(
      `${part.name} has other columns than ${first.name}: ${[...missing.map((column) => `no "${column}"`), ...added.map((column) => `"${column}" more`)].join(', ')}`,
    );
  // A row of another width is told as it is.
  const reorder = (row: SourceRow) =>
    row.values.length === places.length
      ? { ...row, values: places.map((place) => row.values[place] ?? '') }
      : row;
  return { ...part, rows: () => mapped(part, reorder) };
}

function within(part: Part, file: string): Part {
  return { ...part, rows: () => mapped(part, (row) => ({ ...row, file })) };
}

async function* mapped(part: Part, change: (row: SourceRow) => SourceRow) {
  for await (const rows of part.rows()) yield rows.map(change);
}
