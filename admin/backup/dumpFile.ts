import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, type Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '../../shared/runtime/process/explain.ts';

const lastLine = /\n-- Dump completed[^\n]*\n$/;
const tailBytes = 200;

/**
 * Writes a dump, compressed if the name ends in .gz, and returns the bytes written. The file appears whole or not at all.
 * Throws an `OperatorError` if the file exists or the dump is incomplete.
 */
export async function writeDump(file: string, dump: Readable, ended: Promise<void>): Promise<number> {
  if (existsSync(file)) throw new OperatorError(`${file} already exists: choose another name`);
  const draft = `${file}.partial`;
  try {
    const tail = new Tail();
    const output = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(tail.follow(dump), isCompressed(file) ? createGzip() : new PassThrough(), output);
    await ended;
    if (!tail.isWhole) throw new OperatorError('the dump is incomplete: run the backup again');
    await rename(draft, file);
    return output.bytesWritten;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads the whole dump. Throws an `OperatorError` if it is incomplete or not a dump. */
export async function requireWholeDump(file: string): Promise<void> {
  const tail = new Tail();
  try {
    await pipeline(createReadStream(file), unpacked(file), (text) => tail.read(text));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new OperatorError(`${file} is damaged or incomplete (${code}): use another backup`);
  }
  if (!tail.isWhole)
    throw new OperatorError(
      `${file} does not end with "-- Dump completed", so it is incomplete or not a dump: use another backup`,
    );
}

export async function feedDump(file: string, program: Writable): Promise<void> {
  await pipeline(createReadStream(file), unpacked(file), program);
}

function unpacked(file: string): Transform {
  return isCompressed(file) ? createGunzip() : new PassThrough();
}

function isCompressed(file: string): boolean {
  return file.endsWith('.gz');
}

class Tail {
  #end = Buffer.alloc(0);

  get isWhole(): boolean {
    return lastLine.test(this.#end.toString());
  }

  async *follow(text: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of text) {
      this.#end = Buffer.concat([this.#end, chunk]).subarray(-tailBytes);
      yield chunk;
    }
  }

  async read(text: AsyncIterable<Buffer>): Promise<void> {
    const chunks = this.follow(text)[Symbol.asyncIterator]();
    while (!(await chunks.next()).done);
  }
}
