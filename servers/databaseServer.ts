import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { EmbeddedServer, type Place, type ServerOptions } from './embeddedServer.ts';
import { type ContainerCommand, listenAddress, programCommand, removeContainer } from './programCommand.ts';
import { type DatabaseName, EmbeddedServersUnavailable, type Program } from './programs/program.ts';
import { type Command, launch } from './system/launch.ts';
import { makeFolder } from './system/makeFolder.ts';
import { giveFolder, writeSecretFile } from './systemUser.ts';

const probeLimitMs = 2_000;

export interface Bootstrap {
  readonly command: Command;
  readonly input?: string;
}

export interface DatabaseRecipe {
  readonly name: DatabaseName;
  readonly command: ContainerCommand;
  readonly bootstrap: (program: Program, place: Place) => Promise<Bootstrap>;
  /** The server executes the accounts file before it accepts connections. */
  readonly serverArguments: (program: Program, place: Place, accountsFile: string) => readonly string[];
}

/** Returns a stopped server. Its first start creates the data folder. */
export function databaseServer(recipe: DatabaseRecipe, options: ServerOptions): EmbeddedServer {
  const { program, place, password, flags, progress } = options;
  const url = `mysql://counterfoil:${password}@127.0.0.1:${place.port}/counterfoil`;
  const accountsFile = path.join(place.folder, 'accounts.sql');
  const serverArguments = [...recipe.serverArguments(program, place, accountsFile), ...flags];
  return new EmbeddedServer({
    name: recipe.name,
    url,
    place,
    command: programCommand(program, recipe.command, serverArguments, place),
    async prepare(signal) {
      if (!existsSync(place.folder)) {
        progress('Creating the database (first start only)');
        await makeDatabaseFolder(place, (temporary) => recipe.bootstrap(program, temporary), signal);
      }
      await giveFolder(place.folder, place.systemUser);
      await writeSecretFile(accountsFile, accountsSql(recipe.name, program, password), place.systemUser);
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
    await giveFolder(folder, place.systemUser);
    const { command, input } = await bootstrap(temporary);
    const { guard, logFile } = temporary;
    const { child, ended } = launch(command, { link: { kind: 'guard', guard, folder }, logFile, input });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(bootstrapLimitMs)]);
    limited.addEventListener('abort', () => child.kill('SIGKILL'));
    const reason = await ended;
    if (child.exitCode !== 0) throw new Error(`could not create its data folder: it ${reason}`);
  });
}

/** MariaDB creates accounts for the machine's other names. */
const onlyLocalRoot = [
  `DELETE FROM mysql.global_priv WHERE User = 'root' AND Host <> 'localhost';`,
  'FLUSH PRIVILEGES;',
];

/**
 * Creates the database and its one account, one statement a line. It runs at every start, so it also repairs a data folder that
 * has lost its servers.json. The account may create further databases for tests.
 */
export function accountsSql(name: DatabaseName, program: Program, password: string): string {
  // A container sees the address of Docker's bridge, which differs between machines.
  const account = `counterfoil@'${program.kind === 'container' ? '%' : '127.0.0.1'}'`;
  return [
    ...(name === 'MariaDB' ? onlyLocalRoot : []),
    'ALTER USER IF EXISTS root@localhost ACCOUNT LOCK;',
    'CREATE DATABASE IF NOT EXISTS counterfoil CHARACTER SET utf8mb4;',
    `CREATE USER IF NOT EXISTS ${account};`,
    `ALTER USER ${account} IDENTIFIED BY '${password}';`,
    `GRANT ALL ON \`counterfoil%\`.* TO ${account};`,
    '',
  ].join('\n');
}

export function folderArguments({ folder, systemUser }: Place): string[] {
  const asRoot = systemUser.uid === 0 ? ['--user=root'] : [];
  // A starting server removes the temporary tables that it finds. In /tmp, these would include those of other servers.
  return [`--datadir=${folder}`, `--tmpdir=${folder}`, ...asRoot];
}

/** Guarantees that no committed row is lost, and that only the account can connect. */
export function runningArguments(program: Program, place: Place, accountsFile: string): string[] {
  return [
    `--socket=${socket(program)}`,
    '--pid-file=mysql.pid',
    `--init-file=${accountsFile}`,
    `--bind-address=${listenAddress(program)}`,
    `--port=${place.port}`,
    '--skip-name-resolve',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=256M',
    '--innodb-flush-log-at-trx-commit=1',
    '--performance-schema=OFF',
    '--max-connections=300',
    '--local-infile=OFF',
    '--character-set-server=utf8mb4',
    '--default-time-zone=+00:00',
    '--sql-mode=STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  ];
}

/**
 * Nobody uses the socket, but MariaDB requires one. The path of a socket is limited to about 107 bytes, so it is relative to
 * the data folder, where the server runs. In a container, it is in /tmp, since a mounted folder may not support sockets.
 */
function socket(program: Program): string {
  return program.kind === 'container' ? '/tmp/mysql.sock' : 'mysql.sock';
}
