import type { Database } from '../workers/database/database.ts';

/** Rights on one place, such as `counterfoil`.* or a table. A role has no place. */
export interface Grant {
  readonly rights: readonly string[];
  readonly place?: string;
  /** Undefined if the line has another form: then it is the only right. */
  readonly grantee?: string;
}

/** Lists what SHOW GRANTS says of the user of this connection. USAGE is not a right. */
export async function grantsOf(database: Database): Promise<readonly Grant[]> {
  const [rows] = (await database.raw('SHOW GRANTS')) as [readonly Readonly<Record<string, string>>[]];
  return rows.map((row) => grantOf(Object.values(row)[0] ?? ''));
}

const quoted = '(?:`(?:[^`]|``)*`|"(?:[^"]|"")*")';
const grantPattern = new RegExp(
  `^GRANT (.+?) ON ((?:\\w+ )?(?:\\*|${quoted})(?:\\.(?:\\*|${quoted})|@${quoted})) TO (${quoted}(?:@${quoted})?)(.*)$`,
);
const rolePattern = new RegExp(`^GRANT (${quoted}.*) TO (${quoted}(?:@${quoted})?)`);

function grantOf(line: string): Grant {
  const [, roles, member = ''] = rolePattern.exec(line) ?? [];
  if (roles) return { rights: [roles], grantee: member };
  const [, list, place = '', grantee = '', options = ''] = grantPattern.exec(line) ?? [];
  // The text after the user may be the hash of the password.
  if (list === undefined) return { rights: [line.replace(/^GRANT | TO .*$/g, '')] };
  const rights = list.split(/, (?![^(]*\))/).filter((word) => word !== 'USAGE');
  if (options.includes('WITH GRANT OPTION')) rights.push('GRANT OPTION');
  return { rights, place, grantee };
}
