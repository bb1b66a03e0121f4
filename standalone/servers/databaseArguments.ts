import type { Program } from '../programs/program.ts';
import { listenAddress } from './programCommand.ts';
import type { Place } from './types.ts';

/** Where either database keeps everything. */
export function folderArguments({ folder, account }: Place): string[] {
  const asRoot = account.uid === 0 ? ['--user=root'] : [];
  return [`--datadir=${folder}`, ownTemporaryFolder(folder), ...asRoot];
}

/** How either database runs: no committed row is lost, and only the account can connect. */
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

/** A server that starts removes the temporary tables it finds: in /tmp, those of every other server of the machine. */
function ownTemporaryFolder(folder: string): string {
  return `--tmpdir=${folder}`;
}

/**
 * Nobody uses the socket, but MariaDB insists on one. A socket's path may have about 107 bytes, so it is
 * given from the data folder, where the server works; a mounted folder may not be able to hold one.
 */
function socket(program: Program): string {
  return program.kind === 'container' ? '/tmp/mysql.sock' : 'mysql.sock';
}
