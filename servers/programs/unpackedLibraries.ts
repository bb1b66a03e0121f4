import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Binary } from './program.ts';

export async function unpackedLibraries(folder: string): Promise<Pick<Binary, 'libraryPath' | 'loader'>> {
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

/** Only packages of a newer release come with a C library and its loader. */
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
