import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unzip } from './archive.ts';
import type { SourceOptions } from './dialect.ts';
import { copySheet, isWorkbook, type SheetCopy } from './sheetCopy.ts';
import { openSheet, openSource, type Source } from './source.ts';
import { storedBytes } from './storedBytes.ts';

export interface RereadableFile {
  readonly name: string;
  /** Opens the file for one pass over its rows. */
  open(signal?: AbortSignal): Promise<Source>;
  remove(): Promise<void>;
}

/**
 * Copies standard input, pipes, and the sheet of a workbook to the folder for temporary files, since an import reads its file
 * several times. Other files are read where they are. Throws ImportError for a workbook that can't be read, or has several
 * sheets.
 */
export async function rereadableFile(
  file: string,
  options: SourceOptions,
  signal?: AbortSignal,
): Promise<RereadableFile> {
  const isFile = file !== '-' && (await isReadableAgain(file));
  const input = isFile ? { path: file, name: file, remove: async () => {} } : await copyInput(file);
  const { path: copied, name } = input;
  try {
    const sheet = await sheetOf(copied, name, options, signal);
    return {
      name,
      open: (stop) =>
        sheet ? openSheet(name, sheet, options, stop) : openSource(copied, options, name, stop),
      remove: async () => {
        await sheet?.remove();
        await input.remove();
      },
    };
  } catch (error) {
    await input.remove();
    throw error;
  }
}

function isReadableAgain(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => !found.isFIFO(),
    () => true,
  );
}

async function copyInput(file: string) {
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

async function sheetOf(
  file: string,
  name: string,
  options: SourceOptions,
  signal: AbortSignal | undefined,
): Promise<SheetCopy | undefined> {
  const stored = await storedBytes(file, name);
  stored.close();
  if (stored.compression !== 'zip') return undefined;
  const zip = await unzip({ name, path: file });
  try {
    return (await isWorkbook(zip)) ? await copySheet(zip, options, signal) : undefined;
  } finally {
    zip.close();
  }
}
