import path from 'node:path';
import { downloadServers } from './debianPackages.ts';
import { downloadOnce } from './downloadOnce.ts';
import { downloadMysql } from './mysqlPackages.ts';
import type { PackageTools } from './packageTools.ts';
import type { Binary, Programs, Search, ServerName } from './program.ts';
import { unpackedLibraries } from './unpackedLibraries.ts';
import { isUsable } from './usable.ts';

const files = {
  MariaDB: 'usr/sbin/mariadbd',
  MySQL: 'usr/sbin/mysqld',
  Redis: 'usr/bin/redis-server',
} satisfies Record<ServerName, string>;

interface ServerDownload {
  readonly names: readonly ServerName[];
  readonly folderEnding: string;
  readonly fill: (tools: PackageTools, folder: string) => Promise<void>;
}

const downloads: readonly ServerDownload[] = [
  { names: ['MariaDB', 'Redis'], folderEnding: '', fill: downloadServers },
  {
    names: ['MySQL'],
    folderEnding: '-mysql',
    fill: (tools, folder) => downloadMysql(tools, folder, 'mysql-server-core'),
  },
];

/** Unpacks servers from Debian or Ubuntu packages into a folder of ours, without installing them. */
export async function packagedPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  let found: Programs = {};
  for (const { names, folderEnding, fill } of downloads) {
    const wanted = missing.filter((name) => names.includes(name));
    if (wanted.length === 0) continue;
    const download = {
      label: names.join(' and '),
      folderEnding,
      fill,
      find: (folder: string) => unpackedPrograms(folder, wanted),
      isComplete: (programs: Programs) => wanted.every((name) => programs[name]),
    };
    found = { ...found, ...(await downloadOnce(download, search)) };
  }
  return found;
}

async function unpackedPrograms(folder: string, names: readonly ServerName[]): Promise<Programs> {
  const libraries = await unpackedLibraries(folder);
  const found: Programs = {};
  for (const name of names) {
    const program: Binary = { kind: 'binary', file: path.join(folder, files[name]), ...libraries };
    if (await isUsable(name, program)) found[name] = program;
  }
  return found;
}
