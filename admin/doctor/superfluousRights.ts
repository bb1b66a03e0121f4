import type { Database } from '../../workers/database/database.ts';
import { rightsIn, workerRights } from '../../workers/database/grants.ts';
import { type Finding, ok, warn } from '../findings.ts';
import { type Grant, grantsOf } from '../grants.ts';

const allRows = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const allTables = [...allRows, 'CREATE', 'ALTER', 'DROP', 'INDEX', 'REFERENCES'];

/** The rights on the whole database that users of deploy/database/users.sql have. */
const databaseRights: Readonly<Record<string, readonly string[]>> = {
  counterfoil_admin: allRows,
  counterfoil_migrate: allTables,
};

const tableRights: ReadonlyMap<string, readonly string[]> = new Map([
  ...workerRights.map(({ table, letters }) => [table, rightsIn(letters)] as const),
  ['knex_migrations', ['SELECT']],
]);

/**
 * Warns of rights that the user of DATABASE_URL does not need: a thief of its password could use them. Compares with the user
 * of the same name in deploy/database/users.sql. Users of other names are compared with that of workers.
 */
export async function checkSuperfluousRights(database: Database): Promise<Finding> {
  const [[row]] = await database.raw('SELECT CURRENT_USER() AS user, DATABASE() AS name');
  const user = String(row.user).replace(/@[^@]*$/, '');
  const needed = neededBy(user, row.name);
  const superfluous = (await grantsOf(database))
    .filter(({ grantee }) => grantee !== undefined)
    .map((grant) => ({ ...grant, needed: needed(grant) }))
    .map((grant) => ({ ...grant, rights: grant.rights.filter((right) => !grant.needed.includes(right)) }))
    .filter(({ rights: others }) => others.length > 0);
  if (superfluous.length === 0) return ok('superfluous rights', `${user} has none`);
  const who = user in databaseRights ? `${user} does` : 'workers do';
  return warn(
    'superfluous rights',
    `${user} has rights that ${who} not need: ${superfluous.map(grantText).join('; ')}`,
    `run deploy/database/users.sql, use its users, and revoke the rights that are not needed: ${superfluous.flatMap(revoked).join('; ')}`,
  );
}

function neededBy(user: string, database: string): (grant: Grant) => readonly string[] {
  return ({ place = '' }) => {
    const [, schema = '', table = ''] = /^`(.+)`\.(\*|`.+`)$/.exec(place) ?? [];
    // The names of databases in grants are patterns.
    if (schema.replaceAll(/\\(?=[_%])/g, '') !== database) return [];
    const ofDatabase = databaseRights[user];
    if (ofDatabase) return ofDatabase;
    return tableRights.get(table.slice(1, -1)) ?? [];
  };
}

type SuperfluousGrant = Grant & { readonly needed: readonly string[] };

/** Names of rights that are listed for one place. The administrator has up to 60. */
const maxNames = 9;

function grantText({ rights: words, place }: Grant): string {
  if (!place) return `the role ${words.join()}`.replaceAll('`', '');
  const list = words.length > maxNames ? [...words.slice(0, maxNames), '…'] : words;
  return `${list.join(', ')} on ${place}`.replaceAll('`', '');
}

/**
 * Returns the statements that revoke a grant. GRANT OPTION can't be revoked together with ALL PRIVILEGES, so it has its own
 * statement. ALL PRIVILEGES includes the needed rights, so the last statement grants these again.
 */
function revoked({ rights: words, place, grantee, needed }: SuperfluousGrant): readonly string[] {
  const on = place ? ` ON ${place}` : '';
  const others = words.filter((word) => word !== 'GRANT OPTION');
  const lists = [others.join(', '), ...(others.length < words.length ? ['GRANT OPTION'] : [])];
  const revokes = lists.filter(Boolean).map((list) => `REVOKE ${list}${on} FROM ${grantee}`);
  const isAll = words.includes('ALL PRIVILEGES') && needed.length > 0;
  return isAll ? [...revokes, `GRANT ${needed.join(', ')}${on} TO ${grantee}`] : revokes;
}
