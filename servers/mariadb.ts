import { type Bootstrap, type DatabaseRecipe, folderArguments, runningArguments } from './databaseServer.ts';
import type { Place } from './embeddedServer.ts';
import { type Program, serverCommand } from './programs/program.ts';
import { installationFolder, systemTableScripts, systemTablesSql } from './programs/systemTables.ts';

/** The same at the first start and later: otherwise the server would resize its log. */
const logSize = '--innodb-log-file-size=48M';

export const mariadb: DatabaseRecipe = { name: 'MariaDB', bootstrap, serverArguments };

async function bootstrap(program: Program, place: Place): Promise<Bootstrap> {
  const input = await systemTablesSql(systemTableScripts(program.file));
  return { command: serverCommand(program, bootstrapArguments(program, place), place.account), input };
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
  return [...commonArguments(program, place), ...runningArguments(place, accountsFile)];
}

function commonArguments(program: Program, place: Place): string[] {
  return ['--no-defaults', ...installationArguments(program), ...folderArguments(place), logSize];
}

/** An unpacked server would look for its messages where its package installs them. */
function installationArguments(program: Program): string[] {
  const share = systemTableScripts(program.file).folder;
  return [
    `--basedir=${installationFolder(program.file)}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${share}/charsets`,
  ];
}
