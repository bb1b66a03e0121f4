import type { Writable } from 'node:stream';
import { migrateUp } from '../../migrations/index.ts';
import type { KeyRing } from '../../shared/keys/keyRing.ts';
import { OperatorError } from '../../shared/process/explain.ts';
import type { DatabaseName } from '../../standalone/programs/program.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { ChangeFeed } from '../../workers/stores/changeFeed.ts';
import { counted } from '../verify/counted.ts';
import { type Verification, verify } from '../verify/verify.ts';
import { clientsOf, type DatabasePlace } from './backup.ts';
import { startClient } from './clientProcess.ts';
import { requireConfinedUser } from './confinedUser.ts';
import { feedDump } from './dumpFile.ts';
import { withOptionFile } from './optionFile.ts';

/** What is to be restored, and where to. */
export interface Restoration extends DatabasePlace {
  readonly file: string;
  readonly keys: KeyRing | undefined;
}

/**
 * A line of a dump may also be a command of the client, such as `system` or `source`, and a statement may ask the client for a
 * file of this machine. Without its commands, the client sends such a line to the server, which rejects it. Versions that lack
 * an option that begins with `--loose` ignore it.
 */
const harmless = ['--binary-mode', '--local-infile=0'];
const optionsOf: Readonly<Record<DatabaseName, readonly string[]>> = {
  MariaDB: [...harmless, '--loose-sandbox'],
  MySQL: [...harmless, '--loose-skip-commands', '--loose-skip-system-command'],
};

/**
 * Loads a whole dump into an empty database, migrates it, and verifies what is there. Throws an `OperatorError` before
 * anything is written when the database is not empty, or when its user may do more than the dump needs.
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
 * What follows on a dump that was loaded, by whatever program: one of an older version gets the tables of this one, and all
 * cursors of `changes.list` expire.
 */
export async function finishRestore(url: string, keys: KeyRing | undefined): Promise<Verification> {
  const database = openDatabase(url, 2);
  try {
    await migrateUp(database);
    const verification = await verify(database, keys);
    // Positions of the time after the backup are given again, to other changes.
    await new ChangeFeed(database).expireCursors();
    return verification;
  } finally {
    await database.destroy();
  }
}
