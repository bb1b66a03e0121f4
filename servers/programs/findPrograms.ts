import { findCommands } from '../system/commands.ts';
import { containerPrograms } from './containerPrograms.ts';
import { packagedPrograms } from './packagedPrograms.ts';
import type { ProgramSource, Programs, Search, ServerName } from './program.ts';
import { EmbeddedServersUnavailable } from './program.ts';
import { isUsable, oldestVersions } from './usable.ts';

/** Cheapest first: installed programs cost nothing, packages cost a download, containers need an engine. */
const sources: readonly ProgramSource[] = [installedPrograms, packagedPrograms, containerPrograms];

const debianPackages = {
  MariaDB: 'mariadb-server',
  MySQL: 'mysql-server',
  Redis: 'redis-server',
} satisfies Record<ServerName, string>;
const urlSettings = {
  MariaDB: 'DATABASE_URL',
  MySQL: 'DATABASE_URL',
  Redis: 'REDIS_URL',
} satisfies Record<ServerName, string>;

/** MariaDB's server is also called mysqld, and has only this name before 10.4. */
const fileNames = {
  MariaDB: ['mariadbd', 'mysqld'],
  MySQL: ['mysqld'],
  Redis: ['redis-server'],
} satisfies Record<ServerName, string[]>;

/** Throws `EmbeddedServersUnavailable` if the program of a wanted server is not found. */
export async function findPrograms(wanted: readonly ServerName[], search: Search): Promise<Programs> {
  let found: Programs = {};
  for (const source of sources) {
    const missing = wanted.filter((name) => !found[name]);
    if (missing.length > 0) found = { ...found, ...(await source(missing, search)) };
  }
  const missing = wanted.filter((name) => !found[name]);
  if (missing.length > 0) throw new EmbeddedServersUnavailable(advice(missing));
  return found;
}

function advice(missing: readonly ServerName[]): string {
  const names = missing.map((name) => `${name} (${oldestVersions[name].join('.')} or newer)`).join(' or ');
  const packages = missing.map((name) => debianPackages[name]).join(' ');
  const settings = missing.map((name) => urlSettings[name]).join(' and ');
  return `No usable ${names} found: install it with "apt install ${packages}", start Docker, or set ${settings}.`;
}

/** Only runs the installed servers; their services stay unchanged. */
async function installedPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
  const found: Programs = {};
  for (const name of missing) {
    const file = await firstUsable(name, findCommands(fileNames[name], search.commandFolders));
    if (file) found[name] = { kind: 'binary', file };
  }
  return found;
}

async function firstUsable(name: ServerName, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await isUsable(name, { kind: 'binary', file })) return file;
  return undefined;
}
