import type { DatabaseName, Program } from './programs/program.ts';

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
