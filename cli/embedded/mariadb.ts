import { existsSync } from 'node:fs';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { giveFolder } from './account.ts';
import { accountsSql } from './accountsSql.ts';
import { makeDatabaseFolder } from './databaseFolder.ts';
import { serverArguments } from './mariadbArguments.ts';
import { programCommand, removeContainer } from './programCommand.ts';
import { writeSecretFile } from './secretFile.ts';
import type { ServerOptions } from './serverOptions.ts';
import { SupervisedServer } from './supervisedServer.ts';

const probeLimitMs = 2_000;

/** A private MariaDB, stopped. Its first start makes the data folder. */
export function mariadb({ program, place, password, flags, progress }: ServerOptions): SupervisedServer {
  const url = `mysql://counterfoil:${password}@127.0.0.1:${place.port}/counterfoil`;
  const accountsFile = path.join(place.folder, 'accounts.sql');
  return new SupervisedServer({
    name: 'MariaDB',
    url,
    place,
    command: programCommand(
      program,
      'mariadbd',
      [...serverArguments(program, place, accountsFile), ...flags],
      place,
    ),
    async prepare(signal) {
      if (!existsSync(place.folder)) {
        progress('Making the database (once)');
        await makeDatabaseFolder(program, place, signal);
      }
      await giveFolder(place.folder, place.account);
      await writeSecretFile(accountsFile, accountsSql(program, password), place.account);
    },
    probe: () => select(url),
    cleanUp: () => removeContainer(program, 'mariadbd', place),
  });
}

async function select(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, connectTimeout: probeLimitMs });
  await connection.query('SELECT 1');
  await connection.end();
}
