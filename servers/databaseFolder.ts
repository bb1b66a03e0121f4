import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { giveFolder } from './account.ts';
import type { DatabaseName } from './programs/program.ts';
import { EmbeddedServersUnavailable } from './programs/program.ts';
import { type Command, launch } from './system/launch.ts';
import { makeFolder } from './system/makeFolder.ts';
import type { Place } from './types.ts';

export interface Bootstrap {
  readonly command: Command;
  readonly input?: string;
}

const bootstrapLimitMs = 120_000;

/** Names a file that only this database has: both call the folder of their system tables `mysql`. */
const marks = { MariaDB: 'aria_log_control', MySQL: 'mysql.ibd' } satisfies Record<DatabaseName, string>;
const engines = { MariaDB: 'mariadb', MySQL: 'mysql' } satisfies Record<DatabaseName, string>;

/** Throws if the folder belongs to the other database, whose files this one can't read. */
export function requireOwnFolder(folder: string, wanted: DatabaseName): void {
  const other = wanted === 'MySQL' ? 'MariaDB' : 'MySQL';
  if (!existsSync(path.join(folder, marks[other]))) return;
  throw new EmbeddedServersUnavailable(
    `${folder} holds a database of ${other}: set COUNTERFOIL_PRIVATE_ENGINE=${engines[other]}, or COUNTERFOIL_DATA_DIR to another folder.`,
  );
}

/** Creates a data folder with its system tables. Messages of errors are written to follow the server's name. */
export async function makeDatabaseFolder(
  place: Place,
  bootstrap: (temporary: Place) => Promise<Bootstrap>,
  signal: AbortSignal,
): Promise<void> {
  await makeFolder(place.folder, async (folder) => {
    const temporary = { ...place, folder };
    await chmod(folder, 0o700);
    await giveFolder(folder, place.account);
    const { command, input } = await bootstrap(temporary);
    const { guard, logFile } = temporary;
    const { child, ended } = launch(command, { link: { kind: 'guard', guard, folder }, logFile, input });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(bootstrapLimitMs)]);
    limited.addEventListener('abort', () => child.kill('SIGKILL'));
    const reason = await ended;
    if (child.exitCode !== 0) throw new Error(`could not create its data folder: it ${reason}`);
  });
}
