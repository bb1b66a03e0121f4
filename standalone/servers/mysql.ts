import type { Bootstrap } from './databaseFolder.ts';
import type { DatabaseRecipe } from './databaseServer.ts';
import { bootstrapArguments, serverArguments } from './mysqlArguments.ts';
import type { Place } from './place.ts';
import type { Program } from './program.ts';
import { programCommand } from './programCommand.ts';

/** How a private MySQL is made and run. */
export const mysql: DatabaseRecipe = { name: 'MySQL', command: 'mysqld', bootstrap, serverArguments };

async function bootstrap(program: Program, place: Place): Promise<Bootstrap> {
  return { command: programCommand(program, 'mysqld', bootstrapArguments(program, place), place) };
}
