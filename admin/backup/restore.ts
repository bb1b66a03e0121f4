import type { Writable } from 'node:stream';
import { migrateUp } from '../../migrations/migrations.ts';
import type { DatabaseName } from '../../servers/programs/program.ts';
import type { KeyRing } from '../../shared/contract/keys/keyRing.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { FeedReader } from '../../workers/stores/feedReader.ts';
import { counted } from '../verify/counted.ts';
import { type Verification, verify } from '../verify/verify.ts';
import { clientsOf, type DatabasePlace } from './backup.ts';
import { startClient } from './clientProcess.ts';
import { requireConfinedUser } from './confinedUser.ts';
import { feedDump } from './dumpFile.ts';
import { withOptionFile } from './optionFile.ts';

export interface Restoration extends DatabasePlace {
  readonly file: string;
  readonly keys: KeyRing | undefined;
}

/**
 * Options that disable the commands of the client. A line of a dump may be such a command (`system`, `source`), and a statement
 * may ask the client for a file of this machine. With these options, the client sends such a line to the server, which rejects
 * it. Versions without an option that begins with `--loose` ignore it.
 */
const harmless = ['--binary-mode', '--local-infile=0'];
const optionsOf: Readonly<Record<DatabaseName, readonly string[]>> = {
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
    const { child, ended } = startClient(clients.client, optionFile, url, optionsOf[name]);
    child.stdout?.resume();
    const [fed, end] = await Promise.allSettled([feedDump(file, child.stdin as Writable), ended]);
    // A program that rejects a statement stops reading: its error explains more than the broken pipe.
    for (const part of [end, fed]) if (part.status === 'rejected') throw halfRestored(part.reason);
  });
  printLine('Verifying');
  return finishRestore(url, keys);
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
 * Completes the restore of a dump that any program has loaded. Migrates the tables to this version, verifies them, and expires
 * all cursors of `changes.list`.
 */
export async function finishRestore(url: string, keys: KeyRing | undefined): Promise<Verification> {
  const database = openDatabase(url, 2);
  try {
    await migrateUp(database);
    const verification = await verify(database, keys);
    // Positions that were given after the backup are given again, to other changes.
    await new FeedReader(database).expireCursors();
    return verification;
  } finally {
    await database.destroy();
  }
}
