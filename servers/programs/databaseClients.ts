import path from 'node:path';
import { findCommands } from '../system/run.ts';
import type { PackageTools } from './aptFetch.ts';
import { downloadMariadbClients, downloadMysql } from './debianPackages.ts';
import { downloadOnce, unpackedLibraries } from './downloadOnce.ts';
import {
  type Binary,
  type DatabaseName,
  EmbeddedServersUnavailable,
  firstUsable,
  type Libraries,
  printedVersion,
  type Search,
} from './program.ts';

export interface DatabaseClients {
  readonly dump: Binary;
  readonly client: Binary;
}

type Role = keyof DatabaseClients;

interface ClientRecipe {
  readonly names: Readonly<Record<Role, readonly string[]>>;
  readonly version: RegExp;
  readonly debianPackage: string;
  readonly folderEnding: string;
  readonly fill: (tools: PackageTools, folder: string) => Promise<void>;
}

const recipes: Readonly<Record<DatabaseName, ClientRecipe>> = {
  MariaDB: {
    names: { dump: ['mariadb-dump', 'mysqldump'], client: ['mariadb', 'mysql'] },
    version: /MariaDB/,
    debianPackage: 'mariadb-client',
    folderEnding: '-mariadb-client',
    fill: downloadMariadbClients,
  },
  MySQL: {
    names: { dump: ['mysqldump'], client: ['mysql'] },
    version: /Ver \d(?!.*MariaDB)/,
    debianPackage: 'mysql-client',
    folderEnding: '-mysql-client',
    fill: (tools, folder) => downloadMysql(tools, folder, 'mysql-client'),
  },
};

/**
 * Finds the programs on this machine, or unpacks them from Debian's or Ubuntu's packages into a folder of ours. The programs of
 * one database are not used for the other. Throws `EmbeddedServersUnavailable` if none are found.
 */
export async function databaseClients(name: DatabaseName, search: Search): Promise<DatabaseClients> {
  const recipe = recipes[name];
  const installed = await usable(recipe, search.commandFolders, {});
  if (isComplete(installed)) return installed;
  const download = {
    label: `the programs that dump ${name}`,
    folderEnding: recipe.folderEnding,
    fill: recipe.fill,
    find: async (folder: string) =>
      usable(recipe, [path.join(folder, 'usr/bin')], await unpackedLibraries(folder)),
    isComplete,
  };
  const downloaded = await downloadOnce(download, search);
  if (isComplete(downloaded)) return downloaded;
  const [dump] = recipe.names.dump;
  throw new EmbeddedServersUnavailable(
    `No usable ${dump} of ${name} found: install it with "apt install ${recipe.debianPackage}".`,
  );
}

function isComplete(found: Partial<DatabaseClients>): found is DatabaseClients {
  return found.dump !== undefined && found.client !== undefined;
}

async function usable(
  { names, version }: ClientRecipe,
  folders: readonly string[],
  libraries: Libraries,
): Promise<Partial<DatabaseClients>> {
  const find = (role: Role) =>
    firstUsable(findCommands(names[role], folders), libraries, async (program) =>
      version.test(await printedVersion(program)),
    );
  const dump = await find('dump');
  const client = await find('client');
  return { ...(dump && { dump }), ...(client && { client }) };
}
