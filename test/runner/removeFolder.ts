import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Removes a folder with all it holds, also the small disks that a killed test left mounted in it. */
export async function removeFolder(folder: string): Promise<void> {
  for (const mounted of mountsIn(folder)) execFileSync('umount', ['--lazy', mounted]);
  // Servers that were killed may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

function mountsIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return mounts.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(`${folder}/`));
}
