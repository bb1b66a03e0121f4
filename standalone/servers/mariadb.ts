import type { Bootstrap } from './databaseFolder.ts';
import type { DatabaseRecipe } from './databaseServer.ts';
import { bootstrapArguments, serverArguments } from './mariadbArguments.ts';
import type { Place } from './place.ts';
import type { Program } from './program.ts';
import { type Command, programCommand } from './programCommand.ts';
import { systemTableScripts, systemTablesSql } from './systemTables.ts';

/** How a private MariaDB is made and run. */
export const mariadb: DatabaseRecipe = { name: 'MariaDB', command: 'mariadbd', bootstrap, serverArguments };

async function bootstrap(program: Program, place: Place): Promise<Bootstrap> {
  if (program.kind === 'container') return { command: containerBootstrap(program, place) };
  const input = await systemTablesSql(systemTableScripts(program.file));
  return { command: programCommand(program, 'mariadbd', bootstrapArguments(program, place), place), input };
}

/** The scripts are inside the image, next to the command that feeds them. */
function containerBootstrap(program: Program, place: Place): Command {
  const options = [
    '--no-defaults',
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ];
  return programCommand(program, 'mariadb-install-db', [...options, `--datadir=${place.folder}`], place);
}
