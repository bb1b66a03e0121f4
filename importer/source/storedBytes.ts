import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportError } from './importError.ts';

/** Bytes of one read: some hundred rows. */
const chunkBytes = 64 * 1024;

export interface StoredBytes {
  readonly name: string;
  readonly path: string | undefined;
  readonly bytes: number | undefined;
  readonly compression: 'gzip' | 'zip' | undefined;
  readonly bytesRead: () => number;
  /** Returns unpacked data for gzip, the archive itself for ZIP. Can be called once. */
  readonly content: () => AsyncIterable<Buffer>;
  readonly stored: () => AsyncIterable<Buffer>;
  readonly close: () => void;
}

/** Opens a file, or standard input for `-`, and detects how it is compressed. Messages name `shownName` instead of the path. */
export async function storedBytes(file: string, shownName?: string): Promise<StoredBytes> {
  const isInput = file === '-';
  const name = shownName ?? (isInput ? 'standard input' : file);
  const bytes = isInput ? undefined : await sizeOf(file);
  const stream: Readable = isInput ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes });
  let read = 0;
  const counted = explained(
    stream,
    (error) => unreadable(name, error),
    (count) => (read += count),
  );
  const { head, all } = await readHead(counted, 4);
  const compression = compressionOf(head);
  return {
    name,
    bytes,
    compression,
    path: isInput ? undefined : file,
    bytesRead: () => read,
    content: () => (compression === 'gzip' ? unpacked(name, all) : all),
    stored: () => all,
    close: () => stream.destroy(),
  };
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new ImportError(`${file} is a folder, not a file`);
    if (!found.isFile()) return undefined;
    await (await open(file)).close();
    return found.size;
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError(unreadable(file, error));
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: "can't be read: permission denied",
};

function unreadable(file: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${file} ${reasons[code] ?? `can't be read: ${message}`}`;
}

export function damaged(name: string, error: unknown): string {
  return `${name} is damaged (${(error as Error).message}): copy or download it again`;
}

function compressionOf(head: Buffer): 'gzip' | 'zip' | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  // An archive without files begins with the second signature.
  const isArchive = ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4));
  return isArchive ? 'zip' : undefined;
}

function unpacked(name: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // The error is thrown where the stream is read.
  pipeline(packed, gunzip, () => {});
  return explained(gunzip, (error) => damaged(name, error));
}

/** Yields and counts the chunks of a stream. An error becomes an ImportError, with the text that `explain` returns. */
export async function* explained(
  stream: AsyncIterable<Buffer>,
  explain: (error: unknown) => string,
  count: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      count(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError(explain(error));
  }
}

export interface StreamHead {
  readonly head: Buffer;
  readonly isWhole: boolean;
  /** Stream from its beginning; can be read once. */
  readonly all: AsyncIterable<Buffer>;
}

/** Reads at least `bytes` of a stream, or all of it. `all` still begins with what was read. */
export async function readHead(stream: AsyncIterable<Buffer>, bytes: number): Promise<StreamHead> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  while (size < bytes && !isWhole) {
    const { done, value } = await iterator.next();
    if (done) isWhole = true;
    else size += chunks[chunks.push(value) - 1]?.length ?? 0;
  }
  return { head: Buffer.concat(chunks), isWhole, all: resumed(chunks, iterator) };
}

async function* resumed(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    // Shifting lets chunks that were passed on be collected.
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
