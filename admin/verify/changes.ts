import type { Database } from '../../workers/database/database.ts';
import { type Finding, fatal, ok } from '../check/finding.ts';
import { counted, named } from './counted.ts';

/** Checks that each account has as many changes as there are positions between the last purged one and the last one. */
export async function checkChanges(database: Database): Promise<Finding> {
  const [rows] = (await database.raw(
    `SELECT COALESCE(account_ident, CONCAT('#', checked.account_id)) AS ident
      FROM (SELECT change_positions.account_id FROM change_positions
        LEFT JOIN changes ON changes.account_id = change_positions.account_id
          AND changes.position > change_positions.purged_position
        GROUP BY change_positions.account_id, last_position, purged_position
        HAVING COALESCE(SUM(size), 0) <> last_position - purged_position
          OR COALESCE(MAX(position), purged_position) <> last_position) AS checked
      LEFT JOIN accounts ON accounts.id = checked.account_id
      ORDER BY checked.account_id`,
  )) as [readonly { readonly ident: string }[]];
  if (rows.length === 0) return ok('changes', 'the changes of every account are complete');
  const idents = rows.map(({ ident }) => ident);
  const whose = `${counted(idents.length, 'account')} (${named(idents)})`;
  return fatal('changes', `the changes and the last position of ${whose} disagree`, 'use another backup');
}
