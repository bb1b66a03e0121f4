import type { DatabaseName, Program } from '../programs/program.ts';

/** MariaDB makes accounts for the machine's other names. */
const onlyLocalRoot = [
  `DELETE FROM mysql.global_priv WHERE User = 'root' AND Host <> 'localhost';`,
  'FLUSH PRIVILEGES;',
];

/**
 * The database and its one account, one statement a line. Carried out at every start, so that it also mends a
 * data folder whose servers.json was lost. The account may make further databases for tests.
 */
export function accountsSql(name: DatabaseName, program: Program, password: string): string {
  const account = `counterfoil@'${clientHost(program)}'`;
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

/** A container sees the address of Docker's bridge, which differs between machines. */
function clientHost(program: Program): string {
  return program.kind === 'container' ? '%' : '127.0.0.1';
}
