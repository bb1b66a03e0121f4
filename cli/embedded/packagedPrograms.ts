import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { downloadPackages, packageTools } from './debianPackages.ts';
import { makeFolder } from './makeFolder.ts';
import type { Binary, Programs, Search } from './program.ts';
import { complaint } from './run.ts';
import type { ServerName } from './types.ts';
import { isUsable } from './usable.ts';

const files = { MariaDB: 'usr/sbin/mariadbd', Redis: 'usr/bin/redis-server' } satisfies Record<
  ServerName,
  string
>;

/** Servers from Debian or Ubuntu packages, unpacked into a folder of ours without being installed. */
export async function packagedPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  const folder = path.join(search.binariesFolder, await releaseName());
  const isBroken = existsSync(folder);
  const kept = await unpackedPrograms(folder, missing);
  if (missing.every((name) => kept[name])) return kept;
  const tools = packageTools(search.commandFolders);
  if (!tools) return kept;
  search.progress('Downloading MariaDB and Redis (once)');
  try {
    // Asked before the look inside: a folder that has appeared since is another process's finished work.
    if (isBroken) await rm(folder, { recursive: true });
    await makeFolder(folder, (temporary) => downloadPackages(tools, temporary));
  } catch (error) {
    search.progress(`The download failed: ${complaint(error)}`);
  }
  return unpackedPrograms(folder, missing);
}

/** Binaries fit one release and one processor; a project folder may be shared with a container of another. */
async function releaseName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? 'unknown';
  return `${field('ID')}-${field('VERSION_ID')}-${process.arch}`;
}

async function unpackedPrograms(folder: string, names: readonly ServerName[]): Promise<Programs> {
  const libraryPath = await libraryFolders(folder);
  const found: Programs = {};
  for (const name of names) {
    const program: Binary = { kind: 'binary', file: path.join(folder, files[name]), libraryPath };
    if (await isUsable(name, program)) found[name] = program;
  }
  return found;
}

/** Both, as older releases keep /lib and /usr/lib apart. */
async function libraryFolders(folder: string): Promise<string> {
  const libraries = path.join(folder, 'usr/lib');
  const triplets = (await readdir(libraries).catch(() => [])).filter((name) => name.includes('-linux-'));
  return triplets.flatMap((name) => [path.join(libraries, name), path.join(folder, 'lib', name)]).join(':');
}
