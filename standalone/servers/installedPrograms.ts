import { findCommands } from './commands.ts';
import type { Programs, Search } from './program.ts';
import type { ServerName } from './types.ts';
import { isUsable } from './usable.ts';

/** MariaDB calls its server mysqld too, before 10.4 only so. */
const fileNames = {
  MariaDB: ['mariadbd', 'mysqld'],
  MySQL: ['mysqld'],
  Redis: ['redis-server'],
} satisfies Record<ServerName, string[]>;

/** Servers that are installed on the machine; they are only run, their services stay as they are. */
export async function installedPrograms(missing: readonly ServerName[], search: Search): Promise<Programs> {
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
