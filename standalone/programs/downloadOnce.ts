import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../system/makeFolder.ts';
import { errorText } from '../system/run.ts';
import { type PackageTools, packageTools } from './packageTools.ts';
import type { Search } from './program.ts';

/** Programs that are downloaded together, into a folder of their own. */
export interface Download<Found> {
  readonly label: string;
  readonly folderEnding: string;
  readonly fill: (tools: PackageTools, folder: string) => Promise<void>;
  /** What can be used in the folder. */
  readonly look: (folder: string) => Promise<Found>;
  readonly isWhole: (found: Found) => boolean;
}

/** What a folder of unpacked packages has; downloads it when something is missing and the machine has Debian's tools. */
export async function downloadOnce<Found>(
  { label, folderEnding, fill, look, isWhole }: Download<Found>,
  search: Search,
): Promise<Found> {
  const folder = path.join(search.binariesFolder, `${await releaseName()}${folderEnding}`);
  const isBroken = existsSync(folder);
  const kept = await look(folder);
  if (isWhole(kept)) return kept;
  const tools = packageTools(search.commandFolders);
  if (!tools) return kept;
  search.progress(`Downloading ${label} (once)`);
  try {
    // Asked before the look inside: a folder that has appeared since is another process's finished work.
    if (isBroken) await rm(folder, { recursive: true });
    await makeFolder(folder, (temporary) => fill(tools, temporary));
  } catch (error) {
    search.progress(`The download failed: ${errorText(error)}`);
  }
  return look(folder);
}

/** Binaries fit one release and one processor; a project folder may be shared with a container of another. */
async function releaseName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? 'unknown';
  return `${field('ID')}-${field('VERSION_ID')}-${process.arch}`;
}
