import { copyFile, mkdir, readdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';

const maxBytes = 64 * 1024 * 1024;
const pollMs = 10_000;

/** Rotates every log of a folder at 64 MiB and keeps one older part, so that logs don't fill the disk. Returns how to stop. */
export async function rotateLogs(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true });
  // A log that can't be rotated now is tried again.
  const rotating = setInterval(() => void rotateAll(folder).catch(() => {}), pollMs);
  return () => clearInterval(rotating);
}

async function rotateAll(folder: string): Promise<void> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  for (const name of logs) await rotate(path.join(folder, name));
}

/** Copied and emptied, not renamed: the processes keep the file open for appending. */
async function rotate(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size < maxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}
