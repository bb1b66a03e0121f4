import { type Bootstrap, type DatabaseRecipe, folderArguments, runningArguments } from './databaseServer.ts';
import type { Place } from './embeddedServer.ts';
import { programCommand } from './programCommand.ts';
import type { Program } from './programs/program.ts';
import { installationFolder, systemTableScripts, systemTablesSql } from './programs/systemTables.ts';
import type { Command } from './system/launch.ts';

/** The same at the first start and later: otherwise the server would resize its log. */
const logSize = '--innodb-log-file-size=48M';

export const mariadb: DatabaseRecipe = { name: 'MariaDB', command: 'mariadbd', bootstrap, serverArguments };

async function bootstrap(program: Program, place: Place): Promise<Bootstrap> {
  if (program.kind === 'container') return { command: containerBootstrap(program, place) };
  const input = await systemTablesSql(systemTableScripts(program.file));
  return { command: programCommand(program, 'mariadbd', bootstrapArguments(program, place), place), input };
}

/** The scripts are inside the image, next to the command that runs them. */
function containerBootstrap(program: Program, place: Place): Command {
  const options = [
    '--no-defaults',
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ];
  return programCommand(program, 'mariadb-install-db', [...options, `--datadir=${place.folder}`], place);
}

/** Makes the server read statements from its standard input, which create the system tables. */
function bootstrapArguments(program: Program, place: Place): string[] {
  return [
    ...commonArguments(program, place),
    '--bootstrap',
    '--log-warnings=0',
    '--skip-networking',
    '--max-allowed-packet=8M',
    '--net-buffer-length=16K',
    '--innodb-buffer-pool-size=16M',
  ];
}

function serverArguments(program: Program, place: Place, accountsFile: string): string[] {
  return [...commonArguments(program, place), ...runningArguments(program, place, accountsFile)];
}

function commonArguments(program: Program, place: Place): string[] {
  return ['--no-defaults', ...installationArguments(program), ...folderArguments(place), logSize];
}

/** An unpacked server would look for its messages where its package installs them. */
function installationArguments(program: Program): string[] {
  if (program.kind === 'container') return [];
  const share = systemTableScripts(program.file).folder;
  return [
    `--basedir=${installationFolder(program.file)}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${share}/charsets`,
  ];
}
