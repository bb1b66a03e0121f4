import path from 'node:path';
import type { Readable } from 'node:stream';
import { requireMigrated } from '../../migrations/index.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { commandFolders } from '../embedded/commands.ts';
import { type DatabaseClients, databaseClients } from '../embedded/databaseClients.ts';
import type { DatabaseName } from '../embedded/types.ts';
import { startClient } from './clientProcess.ts';
import { writeDump } from './dumpFile.ts';
import { withOptionFile } from './optionFile.ts';

/** The programs for a database, and what it is. */
export interface ClientsOf {
  readonly name: DatabaseName;
  readonly clients: DatabaseClients;
}

/**
 * One picture of all tables, which holds up nobody. Without DROP TABLE, so that a database that is not empty refuses it;
 * without locks and tablespaces, which the users of docs/deploying.md may not use.
 */
const dumpOptions = [
  '--single-transaction',
  '--quick',
  '--no-tablespaces',
  '--skip-add-drop-table',
  '--skip-add-locks',
];

/** MySQL's would name the server that it comes from, and ask for rights to restore it. Masking policies came with 9.7. */
const optionsOf: Readonly<Record<DatabaseName, readonly string[]>> = {
  MariaDB: dumpOptions,
  MySQL: [...dumpOptions, '--set-gtid-purged=OFF', '--loose-skip-masking-policies'],
};

/** Dumps the database of a URL into a file; returns its bytes. Throws an `OperatorError`, and then there is no file. */
export async function backUp(
  url: string,
  file: string,
  dataFolder: string,
  say: (line: string) => void,
): Promise<number> {
  const { name, clients } = await clientsOf(url, dataFolder, say, requireMigrated);
  return withOptionFile(url, name, async (optionFile) => {
    const { child, ended } = startClient(clients.dump, optionFile, url, optionsOf[name]);
    return writeDump(file, child.stdout as Readable, ended);
  });
}

/** The programs that fit a database, once it has passed a check. */
export async function clientsOf(
  url: string,
  dataFolder: string,
  say: (line: string) => void,
  check: (database: Database) => Promise<void>,
): Promise<ClientsOf> {
  const name = await checked(url, check);
  const search = {
    binariesFolder: path.join(dataFolder, 'binaries'),
    commandFolders: commandFolders(),
    progress: say,
  };
  return { name, clients: await databaseClients(name, search) };
}

async function checked(url: string, check: (database: Database) => Promise<void>): Promise<DatabaseName> {
  const database = openDatabase(url, 1);
  try {
    const [[{ version }]] = await database.raw('SELECT VERSION() AS version');
    await check(database);
    return version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  } finally {
    await database.destroy();
  }
}
