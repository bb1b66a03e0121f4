import { containerPrograms } from './containerPrograms.ts';
import { installedPrograms } from './installedPrograms.ts';
import { packagedPrograms } from './packagedPrograms.ts';
import type { ProgramSource, Programs, Search } from './program.ts';
import type { ServerName } from './types.ts';
import { EmbeddedServersUnavailable } from './unavailable.ts';
import { oldestVersions } from './usable.ts';

/** Nearest first: what is installed costs nothing, packages cost a download, containers need an engine. */
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

/** A program for each wanted server; throws EmbeddedServersUnavailable when one cannot be had. */
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
