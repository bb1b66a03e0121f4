import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { Database } from '../../workers/database/database.ts';

/**
 * Databases that every user sees: the server's own, and the `test` database that old installations of MariaDB open to
 * everybody.
 */
const commonDatabases = ['information_schema', 'performance_schema', 'test'];

/**
 * Throws an `OperatorError` unless the user has rights on this database only. A dump can contain any statement, and only the
 * server knows what a statement does. So the server must refuse statements that reach further.
 */
export async function requireConfinedUser(database: Database): Promise<void> {
  const further = [...(await serverWideRights(database)), ...(await otherDatabases(database))];
  if (further.length === 0) return;
  throw new OperatorError(
    `the user of DATABASE_URL has rights beyond its database (${further.join('; ')}), which statements in a dump could use: ` +
      'set DATABASE_URL to a user with rights on this database only, such as counterfoil_migrate of deploy/database/users.sql',
  );
}

/** Includes roles and proxies, which may bring any right. */
async function serverWideRights(database: Database): Promise<readonly string[]> {
  const [rows] = (await database.raw('SHOW GRANTS')) as [readonly Readonly<Record<string, string>>[]];
  const grants = rows.map((row) => Object.values(row)[0] ?? '');
  return grants
    .filter((grant) => !/^GRANT (USAGE ON \*\.\*|(?!PROXY).* ON [`"].*\.)/.test(grant))
    .map(shortened);
}

/** Removes the user's name and the hash of the password, and most of the up to 60 rights. */
function shortened(grant: string): string {
  const [, what = grant] = /^GRANT (.*?) TO /.exec(grant) ?? [];
  const [, first, others, place] = /^([^,]*)(,.*)?( ON .*)$/.exec(what) ?? [];
  return first === undefined ? `the role ${what}` : `${first}${others === undefined ? '' : ', …'}${place}`;
}

/** Lists the other databases that the user sees: it has a right on each of them. */
async function otherDatabases(database: Database): Promise<readonly string[]> {
  const [rows] = (await database.raw(
    'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME <> DATABASE()',
  )) as [readonly { readonly name: string }[]];
  const names = rows.map(({ name }) => name).filter((name) => !commonDatabases.includes(name.toLowerCase()));
  return names.map((name) => `the database ${name}`);
}
