import type { Place } from './place.ts';
import type { Program } from './program.ts';
import { listenAddress } from './programCommand.ts';
import { installationFolder, systemTableScripts } from './systemTables.ts';

/** Both the first start and every other say it, or the log would be resized in between. */
const logSize = '--innodb-log-file-size=48M';

/** Makes the system tables in a folder from the statements on its standard input. */
export function bootstrapArguments(program: Program, place: Place): string[] {
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

/** Runs the server; the accounts file is carried out before it accepts connections. */
export function serverArguments(program: Program, place: Place, accountsFile: string): string[] {
  return [
    ...commonArguments(program, place),
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

function commonArguments(program: Program, place: Place): string[] {
  const asRoot = place.account.uid === 0 ? ['--user=root'] : [];
  return [
    '--no-defaults',
    ...installationArguments(program),
    `--datadir=${place.folder}`,
    ownTemporaryFolder(place),
    logSize,
    ...asRoot,
  ];
}

/** A starting server removes the temporary tables it finds: in /tmp, those of every other server of the machine. */
function ownTemporaryFolder({ folder }: Place): string {
  return `--tmpdir=${folder}`;
}

/** An unpacked server would look for its messages where its package wants to be installed. */
function installationArguments(program: Program): string[] {
  if (program.kind === 'container') return [];
  const share = systemTableScripts(program.file).folder;
  return [
    `--basedir=${installationFolder(program.file)}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${share}/charsets`,
  ];
}

/**
 * Nobody uses the socket, but MariaDB insists on one. A socket's path may have about 107 bytes, so it is
 * given from the data folder, where the server works; a mounted folder may not be able to hold one.
 */
function socket(program: Program): string {
  return program.kind === 'container' ? '/tmp/mysql.sock' : 'mysql.sock';
}
