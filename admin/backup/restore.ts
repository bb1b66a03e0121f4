import type { Writable } from 'node:stream';
import { migrateUp } from '../../migrations/migrations.ts';
import { type EmbeddedServer, embeddedServers } from '../../servers/embeddedServers.ts';
import type { DatabaseName } from '../../servers/programs/program.ts';
import { binariesIn, lockDataFolder, prepareDataFolder } from '../../servers/system/dataFolder.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { settings } from '../../shared/runtime/settings/environment.ts';
import { readSettings, requireSettings, type Settings } from '../../shared/runtime/settings/settings.ts';
import { givenKeys, type KeyRing } from '../../shared/secrets/keyRing.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { ChangeReader } from '../../workers/stores/changeReader.ts';
import { isGood } from '../findings.ts';
import { type Grant, grantsOf } from '../grants.ts';
import { writeKeys } from '../keys/dataFolderKeys.ts';
import { type Verification, verify } from '../verify/verify.ts';
import { clientsOf, type DatabasePlace } from './backup.ts';
import { startClient, withOptionFile } from './clientProcess.ts';
import { feedDump, requireWholeDump } from './dumpFile.ts';

interface Restoration extends DatabasePlace {
  readonly file: string;
  readonly keys: KeyRing | undefined;
}

/** Restores into the database of the settings, or into the private one of the data folder if DATABASE_URL is not set. */
export async function restoreFile(file: string, printLine: (line: string) => void): Promise<Verification> {
  await requireWholeDump(file);
  const given = readSettings(process.env);
  const { databaseUrl, dataFolder } = given;
  const keys = givenKeys(settings());
  const into = (url: string) => restore({ file, url, keys, dataFolder, printLine });
  return databaseUrl === undefined ? restorePrivate(given, printLine, into) : into(databaseUrl);
}

/**
 * Runs the private database of `up` for the restore. Requires the key: without it, the next `up` would make a new one, and no
 * app could sign in. Throws an `OperatorError` while an `up` uses the folder.
 */
async function restorePrivate(
  { dataFolder, databaseEngine }: Settings,
  printLine: (line: string) => void,
  into: (url: string) => Promise<Verification>,
): Promise<Verification> {
  const { secretKey, formerSecretKey } = requireSettings(settings(), 'secretKey');
  await prepareDataFolder(dataFolder);
  const unlock = await lockDataFolder(dataFolder);
  try {
    const wanted = { database: true, databaseEngine, redis: false, progress: printLine };
    const servers = await embeddedServers({ dataFolder, binariesFolder: binariesIn(dataFolder), ...wanted });
    const server = servers.database as EmbeddedServer;
    printLine(`Starting ${server.name}`);
    await server.start();
    try {
      const verification = await into(server.url);
      if (isGood(verification.checks)) await writeKeys(dataFolder, { secretKey, formerSecretKey });
      return verification;
    } finally {
      await server.stop();
    }
  } finally {
    await unlock();
  }
}

/**
 * Options that disable the commands of the client. A line of a dump may be such a command (`system`, `source`), and a statement
 * may ask the client for a file of this machine. With these options, the client sends such a line to the server, which rejects
 * it. Versions without an option that begins with `--loose` ignore it.
 */
const harmless = ['--binary-mode', '--local-infile=0'];
const restoreOptionsOf: Readonly<Record<DatabaseName, readonly string[]>> = {
  MariaDB: [...harmless, '--loose-sandbox'],
  MySQL: [...harmless, '--loose-skip-commands', '--loose-skip-system-command'],
};

/**
 * Loads a whole dump into an empty database, migrates it and verifies it. Throws an `OperatorError` before anything is written
 * if the database is not empty, or if its user has rights that the dump does not need.
 */
export async function restore({ file, keys, ...place }: Restoration): Promise<Verification> {
  const { url, printLine } = place;
  const { name, clients } = await clientsOf(place, requireRestorable);
  printLine('Restoring');
  await withOptionFile(url, name, async (optionFile) => {
    const { child, ended } = startClient(clients.client, optionFile, url, restoreOptionsOf[name]);
    child.stdout?.resume();
    const [fed, end] = await Promise.allSettled([feedDump(file, child.stdin as Writable), ended]);
    // A program that rejects a statement stops reading: its error explains more than the broken pipe.
    for (const part of [end, fed]) if (part.status === 'rejected') throw halfRestored(part.reason);
  });
  printLine('Verifying');
  return finish(url, keys);
}

/**
 * Completes the restore of a dump that another program has loaded into the database of the settings. Readers of changes would
 * otherwise miss changes whose positions are given again.
 */
export function finishRestore(): Promise<Verification> {
  return finish(requireSettings(settings(), 'databaseUrl').databaseUrl, givenKeys(settings()));
}

/** Migrates the tables to this version, expires all cursors of `changes.list`, and verifies the tables. */
async function finish(url: string, keys: KeyRing | undefined): Promise<Verification> {
  const database = openDatabase(url, 2);
  try {
    await migrateUp(database);
    // Positions that were given after the backup are given again, to other changes. An interrupted `verify` must not prevent it.
    await new ChangeReader(database).expireCursors();
    return await verify(database, keys);
  } finally {
    await database.destroy();
  }
}

async function requireRestorable(database: Database): Promise<void> {
  await requireEmpty(database);
  await requireConfinedUser(database);
}

async function requireEmpty(database: Database): Promise<void> {
  const [[{ count, name }]] = await database.raw(
    'SELECT COUNT(*) AS count, DATABASE() AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  if (Number(count) > 0)
    throw new OperatorError(
      `the database ${name} is not empty (${counted(Number(count), 'table')}): use an empty database, see docs/backup.md`,
    );
}

function halfRestored(reason: Error): OperatorError {
  return new OperatorError(
    `${reason.message}; the database is only partly restored: empty it before you try again`,
  );
}

/**
 * Databases that every user sees: the server's own, and the `test` database that old installations of MariaDB open to
 * everybody.
 */
const commonDatabases = ['information_schema', 'performance_schema', 'test'];

/**
 * Throws an `OperatorError` unless the user has rights on this database only. A dump can contain any statement, and only the
 * server knows what a statement does. So the server must refuse statements that reach further.
 */
async function requireConfinedUser(database: Database): Promise<void> {
  const serverWide = (await grantsOf(database)).filter(reachesFurther);
  const further = [...serverWide.map(shortened), ...(await otherDatabases(database))];
  if (further.length === 0) return;
  throw new OperatorError(
    `the user of DATABASE_URL has rights beyond its database (${further.join('; ')}), which statements in a dump could use: ` +
      'set DATABASE_URL to a user with rights on this database only, such as counterfoil_migrate of deploy/database/users.sql',
  );
}

/** Roles, proxies and lines of other forms may bring any right. */
function reachesFurther({ rights, place = '' }: Grant): boolean {
  return rights.length > 0 && (rights.includes('PROXY') || !/^[`"].*\./.test(place));
}

/** Leaves out most of the up to 60 rights. */
function shortened({ rights: [first, ...others], place, grantee }: Grant): string {
  if (place) return `${first}${others.length > 0 ? ', …' : ''} ON ${place}`;
  return grantee ? `the role ${first}` : `${first}`;
}

/** Lists the other databases that the user sees: it has a right on each of them. */
async function otherDatabases(database: Database): Promise<readonly string[]> {
  const [rows] = (await database.raw(
    'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME <> DATABASE()',
  )) as [readonly { readonly name: string }[]];
  const names = rows.map(({ name }) => name).filter((name) => !commonDatabases.includes(name.toLowerCase()));
  return names.map((name) => `the database ${name}`);
}
