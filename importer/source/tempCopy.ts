import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storedBytes } from './storedBytes.ts';

export interface RereadableFile {
  readonly path: string;
  readonly name: string;
  remove(): Promise<void>;
}

/**
 * Copies standard input and pipes to the folder for temporary files, since an import reads its file several times. Other
 * files are read where they are.
 */
export async function rereadableFile(file: string): Promise<RereadableFile> {
  const isFile =
    file !== '-' &&
    (await stat(file).then(
      (found) => !found.isFIFO(),
      () => true,
    ));
  if (isFile) return { path: file, name: file, remove: async () => {} };
  const stored = await storedBytes(file);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'counterfoil-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const copy = path.join(folder, 'input');
  try {
    await pipeline(stored.stored(), createWriteStream(copy, { mode: 0o600 }));
    return { path: copy, name: stored.name, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    stored.close();
  }
}
