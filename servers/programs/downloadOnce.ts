import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../system/makeFolder.ts';
import { errorText } from '../system/run.ts';
import { type PackageTools, packageTools } from './packageTools.ts';
import type { Search } from './program.ts';

export interface Download<Found> {
  readonly label: string;
  readonly folderEnding: string;
  readonly fill: (tools: PackageTools, folder: string) => Promise<void>;
  readonly find: (folder: string) => Promise<Found>;
  readonly isComplete: (found: Found) => boolean;
}

/**
 * Finds programs in their folder of unpacked packages. If one is missing and the machine has Debian's tools, downloads them
 * first.
 */
export async function downloadOnce<Found>(
  { label, folderEnding, fill, find, isComplete }: Download<Found>,
  search: Search,
): Promise<Found> {
  const folder = path.join(search.binariesFolder, `${await releaseName()}${folderEnding}`);
  const isBroken = existsSync(folder);
  const kept = await find(folder);
  if (isComplete(kept)) return kept;
  const tools = packageTools(search.commandFolders);
  if (!tools) return kept;
  search.progress(`Downloading ${label} (first start only)`);
  try {
    // Checked before the search: a folder that has appeared since then is the finished work of another process.
    if (isBroken) await rm(folder, { recursive: true });
    await makeFolder(folder, (temporary) => fill(tools, temporary));
  } catch (error) {
    search.progress(`Downloading failed: ${errorText(error)}`);
  }
  return find(folder);
}

/** Names the release and the processor that the binaries fit: a container with another release may share the project folder. */
async function releaseName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? 'unknown';
  return `${field('ID')}-${field('VERSION_ID')}-${process.arch}`;
}
