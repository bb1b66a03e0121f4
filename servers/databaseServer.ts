import { existsSync } from 'node:fs';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { giveFolder, writeSecretFile } from './account.ts';
import { accountsSql } from './accountsSql.ts';
import { type Bootstrap, makeDatabaseFolder } from './databaseFolder.ts';
import { type ContainerCommand, programCommand, removeContainer } from './programCommand.ts';
import type { DatabaseName, Program } from './programs/program.ts';
import { SupervisedServer } from './supervisedServer.ts';
import type { Place, ServerOptions } from './types.ts';

const probeLimitMs = 2_000;

export interface DatabaseRecipe {
  readonly name: DatabaseName;
  readonly command: ContainerCommand;
  readonly bootstrap: (program: Program, place: Place) => Promise<Bootstrap>;
  /** The server executes the accounts file before it accepts connections. */
  readonly serverArguments: (program: Program, place: Place, accountsFile: string) => readonly string[];
}

/** Returns a stopped server. Its first start creates the data folder. */
export function databaseServer(recipe: DatabaseRecipe, options: ServerOptions): SupervisedServer {
  const { program, place, password, flags, progress } = options;
  const url = `mysql://counterfoil:${password}@127.0.0.1:${place.port}/counterfoil`;
  const accountsFile = path.join(place.folder, 'accounts.sql');
  const serverArguments = [...recipe.serverArguments(program, place, accountsFile), ...flags];
  return new SupervisedServer({
    name: recipe.name,
    url,
    place,
    command: programCommand(program, recipe.command, serverArguments, place),
    async prepare(signal) {
      if (!existsSync(place.folder)) {
        progress('Creating the database (first start only)');
        await makeDatabaseFolder(place, (temporary) => recipe.bootstrap(program, temporary), signal);
      }
      await giveFolder(place.folder, place.account);
      await writeSecretFile(accountsFile, accountsSql(recipe.name, program, password), place.account);
    },
    probe: () => select(url),
    cleanUp: () => removeContainer(program, recipe.command, place),
  });
}

async function select(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, connectTimeout: probeLimitMs });
  try {
    await connection.query('SELECT 1');
    await connection.end(); // without it, the server would log an aborted connection
  } finally {
    connection.destroy();
  }
}
