import path from 'node:path';
import { type Bootstrap, type DatabaseRecipe, folderArguments, runningArguments } from './databaseServer.ts';
import type { Place } from './embeddedServer.ts';
import { programCommand } from './programCommand.ts';
import type { Program } from './programs/program.ts';
import { installationFolder } from './programs/systemTables.ts';

export const mysql: DatabaseRecipe = { name: 'MySQL', command: 'mysqld', bootstrap, serverArguments };

async function bootstrap(program: Program, place: Place): Promise<Bootstrap> {
  return { command: programCommand(program, 'mysqld', bootstrapArguments(program, place), place) };
}

/** Creates the system tables, and a root without a password. The accounts file locks root before anybody can connect. */
function bootstrapArguments(program: Program, place: Place): string[] {
  return [...commonArguments(program, place), '--initialize-insecure', '--innodb-buffer-pool-size=16M'];
}

function serverArguments(program: Program, place: Place, accountsFile: string): string[] {
  return [
    ...commonArguments(program, place),
    ...runningArguments(program, place, accountsFile),
    // The X protocol would listen at every address, and at the same port for all servers of a machine.
    '--mysqlx=OFF',
  ];
}

function commonArguments(program: Program, place: Place): string[] {
  return [
    '--no-defaults',
    ...installationArguments(program),
    ...folderArguments(place),
    // Otherwise the server needs a folder that only the installation of its package creates.
    '--secure-file-priv=NULL',
  ];
}

/** An unpacked server would look for its messages where its package installs them. */
function installationArguments(program: Program): string[] {
  if (program.kind === 'container' || program.libraryPath === undefined) return [];
  const base = installationFolder(program.file);
  const share = path.join(base, 'share/mysql');
  return [`--basedir=${base}`, `--lc-messages-dir=${share}`, `--character-sets-dir=${share}/charsets`];
}
