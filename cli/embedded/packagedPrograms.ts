import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { downloadPackages } from './debianPackages.ts';
import { makeFolder } from './makeFolder.ts';
import { downloadMysql } from './mysqlPackages.ts';
import { type PackageTools, packageTools } from './packageTools.ts';
import type { Binary, Programs, Search } from './program.ts';
import { complaint } from './run.ts';
import type { ServerName } from './types.ts';
import { isUsable } from './usable.ts';

const files = {
  MariaDB: 'usr/sbin/mariadbd',
  MySQL: 'usr/sbin/mysqld',
  Redis: 'usr/bin/redis-server',
} satisfies Record<ServerName, string>;

/** Servers that are downloaded together, into a folder of their own. */
interface Download {
  readonly names: readonly ServerName[];
  readonly folderEnding: string;
  readonly download: (tools: PackageTools, folder: string) => Promise<void>;
}

const downloads: readonly Download[] = [
  { names: ['MariaDB', 'Redis'], folderEnding: '', download: downloadPackages },
  { names: ['MySQL'], folderEnding: '-mysql', download: downloadMysql },
];

/** Servers from Debian or Ubuntu packages, unpacked into a folder of ours without being installed. */
export async function packagedPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  let found: Programs = {};
  for (const each of downloads) {
    const wanted = missing.filter((name) => each.names.includes(name));
    if (wanted.length > 0) found = { ...found, ...(await downloaded(wanted, each, search)) };
  }
  return found;
}

async function downloaded(
  wanted: readonly ServerName[],
  { names, folderEnding, download }: Download,
  search: Search,
): Promise<Programs> {
  const folder = path.join(search.binariesFolder, `${await releaseName()}${folderEnding}`);
  const isBroken = existsSync(folder);
  const kept = await unpackedPrograms(folder, wanted);
  if (wanted.every((name) => kept[name])) return kept;
  const tools = packageTools(search.commandFolders);
  if (!tools) return kept;
  search.progress(`Downloading ${names.join(' and ')} (once)`);
  try {
    // Asked before the look inside: a folder that has appeared since is another process's finished work.
    if (isBroken) await rm(folder, { recursive: true });
    await makeFolder(folder, (temporary) => download(tools, temporary));
  } catch (error) {
    search.progress(`The download failed: ${complaint(error)}`);
  }
  return unpackedPrograms(folder, wanted);
}

/** Binaries fit one release and one processor; a project folder may be shared with a container of another. */
async function releaseName(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? 'unknown';
  return `${field('ID')}-${field('VERSION_ID')}-${process.arch}`;
}

async function unpackedPrograms(folder: string, names: readonly ServerName[]): Promise<Programs> {
  const folders = await libraryFolders(folder);
  const loader = await unpackedLoader(folders);
  const libraries = { libraryPath: folders.join(':'), ...(loader && { loader }) };
  const found: Programs = {};
  for (const name of names) {
    const program: Binary = { kind: 'binary', file: path.join(folder, files[name]), ...libraries };
    if (await isUsable(name, program)) found[name] = program;
  }
  return found;
}

/** Both, as older releases keep /lib and /usr/lib apart. */
async function libraryFolders(folder: string): Promise<readonly string[]> {
  const libraries = path.join(folder, 'usr/lib');
  const triplets = (await entries(libraries)).filter((name) => name.includes('-linux-'));
  return triplets.flatMap((name) => [path.join(libraries, name), path.join(folder, 'lib', name)]);
}

/** There is one only beside a C library, which is unpacked only with servers of a newer release. */
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
