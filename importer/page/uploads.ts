import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { unwritable } from '../journal/appendedFile.ts';

export interface Upload {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** Larger files are for the command, which reads them where they are. */
const defaultMaxBytes = 2 * 1024 ** 3;
const keptMs = 7 * 24 * 3_600_000;
/** Files of results get longer names, and file systems allow 255 bytes. */
const maxNameBytes = 120;

/**
 * Keeps copies of the files that browsers send, with the results of their imports beside them, in the data folder. A file has
 * a folder that is named after its content: a file that is sent again continues its interrupted import.
 */
export class Uploads {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(dataFolder: string, maxBytes = defaultMaxBytes) {
    this.#folder = path.join(dataFolder, 'uploads');
    this.#maxBytes = maxBytes;
  }

  /** Removes what was sent, or has got results, more than seven days ago; leaves the upload that is in use. */
  async removeOld(inUse?: Upload): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const place = path.join(this.#folder, name);
      if (inUse && path.dirname(inUse.path) === place) continue;
      // A part may have been renamed meanwhile.
      const found = await stat(place).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > keptMs) await rm(place, { recursive: true, force: true });
    }
  }

  /** Stores a file. Throws an `OperatorError` for one that is empty or too large, of which nothing is left. */
  async take(content: Readable, name: string): Promise<Upload> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = path.join(this.#folder, `${randomUUID()}.part`);
    try {
      const { bytes, hash } = await this.#copy(content, part);
      if (bytes === 0) throw new OperatorError('the file is empty: choose another one');
      const folder = path.join(this.#folder, hash);
      const file = path.join(folder, safeName(name));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = new Date();
      await utimes(folder, now, now);
      // The time of the stored copy tells its interrupted import that it is the same file.
      if (!existsSync(file)) await rename(part, file);
      return { path: file, name: path.basename(file), bytes };
    } catch (error) {
      const isOfDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
      throw isOfDisk ? unwritable(`the folder for uploads ${this.#folder}`, error) : error;
    } finally {
      await rm(part, { force: true });
    }
  }

  async #copy(content: Readable, part: string) {
    const hash = createHash('sha256');
    const maxBytes = this.#maxBytes;
    let bytes = 0;
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new OperatorError(
            `the file has more than ${Math.floor(maxBytes / 1024 ** 2)} MiB: import it with the command, \`counterfoil import\``,
          );
        hash.update(chunk);
        yield chunk;
      }
    }
    await pipeline(content, counted, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    return { bytes, hash: hash.digest('hex').slice(0, 32) };
  }
}

/** Returns a name without a folder, and without characters that a folder or a terminal could take for something else. */
export function safeName(given: string): string {
  const name = path
    .basename(given.replaceAll('\\', '/'))
    .replace(/[\p{C}/]/gu, '_')
    .replace(/^[.-]+/, '_');
  const extension = firstBytes(path.extname(name), maxNameBytes / 2);
  const stem = name.slice(0, name.length - path.extname(name).length);
  return `${firstBytes(stem, maxNameBytes - Buffer.byteLength(extension)) || 'file'}${extension}`;
}

/** Returns whole characters. */
function firstBytes(text: string, maxBytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true });
}
