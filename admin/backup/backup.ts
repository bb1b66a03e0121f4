import type { Readable } from 'node:stream';
import { requireMigrated } from '../../migrations/migrations.ts';
import { type DatabaseClients, databaseClients } from '../../servers/programs/databaseClients.ts';
import type { DatabaseName } from '../../servers/programs/program.ts';
import { binariesIn } from '../../servers/system/dataFolder.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { productOf } from '../../workers/database/session.ts';
import { startClient, withOptionFile } from './clientProcess.ts';
import { writeDump } from './dumpFile.ts';

/** Names a database and the folder for downloaded client programs. */
export interface DatabasePlace {
  readonly url: string;
  readonly dataFolder: string;
  readonly printLine: (line: string) => void;
}

interface FoundClients {
  readonly name: DatabaseName;
  readonly clients: DatabaseClients;
}

/**
 * Options for one snapshot of all tables, which blocks no call. Without DROP TABLE, a database that is not empty refuses the
 * dump. The users of docs/deploying.md have no rights for locks and tablespaces.
 */
const dumpOptions = [
  '--single-transaction',
  '--quick',
  '--no-tablespaces',
  '--skip-add-drop-table',
  '--skip-add-locks',
];

/** Users other than administrators can restore a dump of MySQL only without its GTIDs. Masking policies came with 9.7. */
const dumpOptionsOf: Readonly<Record<DatabaseName, readonly string[]>> = {
  MariaDB: dumpOptions,
  MySQL: [...dumpOptions, '--set-gtid-purged=OFF', '--loose-skip-masking-policies'],
};

/** Dumps a database into a file and resolves to its size in bytes. If it throws an `OperatorError`, it leaves no file. */
export async function backUp(place: DatabasePlace, file: string): Promise<number> {
  const { url } = place;
  const { name, clients } = await clientsOf(place, requireMigrated);
  return withOptionFile(url, name, async (optionFile) => {
    const { child, ended } = startClient(clients.dump, optionFile, url, dumpOptionsOf[name]);
    return writeDump(file, child.stdout as Readable, ended);
  });
}

export async function clientsOf(
  { url, dataFolder, printLine }: DatabasePlace,
  check: (database: Database) => Promise<void>,
): Promise<FoundClients> {
  const name = await checked(url, check);
  const search = {
    binariesFolder: binariesIn(dataFolder),
    commandFolders: commandFolders(),
    progress: printLine,
  };
  return { name, clients: await databaseClients(name, search) };
}

async function checked(url: string, check: (database: Database) => Promise<void>): Promise<DatabaseName> {
  const database = openDatabase(url, 1);
  try {
    const [[{ version }]] = await database.raw('SELECT VERSION() AS version');
    await check(database);
    return productOf(version);
  } finally {
    await database.destroy();
  }
}
