import { listenAddress } from './programCommand.ts';
import type { Program } from './programs/program.ts';
import type { Place } from './types.ts';

export function folderArguments({ folder, account }: Place): string[] {
  const asRoot = account.uid === 0 ? ['--user=root'] : [];
  return [`--datadir=${folder}`, ownTemporaryFolder(folder), ...asRoot];
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

/** A starting server removes the temporary tables that it finds. In /tmp, these would include those of other servers. */
function ownTemporaryFolder(folder: string): string {
  return `--tmpdir=${folder}`;
}

/**
 * Nobody uses the socket, but MariaDB requires one. The path of a socket is limited to about 107 bytes, so it is relative to
 * the data folder, where the server runs. In a container, it is in /tmp, since a mounted folder may not support sockets.
 */
function socket(program: Program): string {
  return program.kind === 'container' ? '/tmp/mysql.sock' : 'mysql.sock';
}
