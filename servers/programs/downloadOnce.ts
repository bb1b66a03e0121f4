import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../system/makeFolder.ts';
import { errorText } from '../system/run.ts';
import { type PackageTools, packageTools } from './aptFetch.ts';
import type { Libraries, Search } from './program.ts';

interface Download<Found> {
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

export async function unpackedLibraries(folder: string): Promise<Libraries> {
  const folders = await libraryFolders(folder);
  const loader = await unpackedLoader(folders);
  return { libraryPath: folders.join(':'), ...(loader && { loader }) };
}

/** Older releases keep /lib and /usr/lib apart. */
async function libraryFolders(folder: string): Promise<readonly string[]> {
  const libraries = path.join(folder, 'usr/lib');
  const triplets = (await entries(libraries)).filter((name) => name.includes('-linux-'));
  return triplets.flatMap((name) => [path.join(libraries, name), path.join(folder, 'lib', name)]);
}

/** Returns the loader among the unpacked files. Only packages of a newer release have one, with their own C library. */
async function unpackedLoader(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const loader = (await entries(folder)).find((name) => /^ld-linux.*\.so/.test(name));
    if (loader) return path.join(folder, loader);
  }
  return undefined;
}

function entries(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
