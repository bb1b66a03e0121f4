import { OperatorError } from '../../shared/process/explain.ts';
import type { Database } from '../../workers/database/database.ts';

/** Every user sees these: the server's own, and the one for trials that old installations of MariaDB open to everybody. */
const commonDatabases = ['information_schema', 'performance_schema', 'test'];

/**
 * Throws an `OperatorError` unless the user has rights on this database only. A dump can contain any statement, and the server
 * alone can tell what a statement does: so it must refuse those that reach further.
 */
export async function requireConfinedUser(database: Database): Promise<void> {
  const further = [...(await serverWideRights(database)), ...(await otherDatabases(database))];
  if (further.length === 0) return;
  throw new OperatorError(
    `the user of DATABASE_URL has rights beyond its database (${further.join('; ')}), which statements in a dump could use: ` +
      'set DATABASE_URL to a user with rights on this database only, such as counterfoil_migrate of deploy/database/users.sql',
  );
}

/** Rights on the whole server, and roles and proxies, which may bring any. */
async function serverWideRights(database: Database): Promise<readonly string[]> {
  const [rows] = (await database.raw('SHOW GRANTS')) as [readonly Readonly<Record<string, string>>[]];
  const grants = rows.map((row) => Object.values(row)[0] ?? '');
  return grants
    .filter((grant) => !/^GRANT (USAGE ON \*\.\*|(?!PROXY).* ON [`"].*\.)/.test(grant))
    .map(shortened);
}

/** Without the user's name and the hash of the password, and without most of the up to 60 rights. */
function shortened(grant: string): string {
  const [, what = grant] = /^GRANT (.*?) TO /.exec(grant) ?? [];
  const [, first, others, place] = /^([^,]*)(,.*)?( ON .*)$/.exec(what) ?? [];
  return first === undefined ? `the role ${what}` : `${first}${others === undefined ? '' : ', …'}${place}`;
}

/** A user sees the databases on which it has a right. */
async function otherDatabases(database: Database): Promise<readonly string[]> {
  const [rows] = (await database.raw(
    'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME <> DATABASE()',
  )) as [readonly { readonly name: string }[]];
  const names = rows.map(({ name }) => name).filter((name) => !commonDatabases.includes(name.toLowerCase()));
  return names.map((name) => `the database ${name}`);
}
