import type { Stats } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes lines to a file that only its owner can read. The file appears complete or not at all, and is on the disk when the
 * promise resolves: it may hold the only copy of a key.
 */
export async function writePrivately(file: string, lines: readonly string[]): Promise<void> {
  const draft = `${file}.${process.pid}`;
  const { uid, gid } = await ownerOf(file);
  await synced(draft, 'w', async (opened) => {
    await opened.writeFile(`${lines.join('\n')}\n`);
    if (process.getuid?.() === 0) await opened.chown(uid, gid);
  });
  await rename(draft, file);
  await synced(path.dirname(file), 'r');
}

/** The owner of the folder counts for a new file: a command that root runs once must not take it from its user. */
function ownerOf(file: string): Promise<Stats> {
  return stat(file).catch(() => stat(path.dirname(file)));
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
