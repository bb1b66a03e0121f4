import { type FileHandle, open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes lines to a file that only its owner can read. The file appears complete or not at all, and is on the disk when the
 * promise resolves: it may hold the only copy of a key.
 */
export async function writePrivately(file: string, lines: readonly string[]): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await synced(draft, 'w', (opened) => opened.writeFile(`${lines.join('\n')}\n`));
  await rename(draft, file);
  await synced(path.dirname(file), 'r');
}

async function synced(
  name: string,
  flags: string,
  work?: (opened: FileHandle) => Promise<void>,
): Promise<void> {
  const opened = await open(name, flags, 0o600);
  try {
    await work?.(opened);
    await opened.sync();
  } finally {
    await opened.close();
  }
}
