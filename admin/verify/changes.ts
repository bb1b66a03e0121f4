import type { Database } from '../../workers/database/database.ts';
import { type Finding, fatal, ok } from '../check/finding.ts';

/** Whether each account's changes are complete: as many as there are positions from the purged ones to the last one. */
export async function checkChanges(database: Database): Promise<Finding> {
  const [rows] = await database.raw(
    `SELECT change_positions.account_id FROM change_positions
      LEFT JOIN changes ON changes.account_id = change_positions.account_id
        AND changes.position > change_positions.purged_position
      GROUP BY change_positions.account_id, last_position, purged_position
      HAVING COALESCE(SUM(size), 0) <> last_position - purged_position
        OR COALESCE(MAX(position), purged_position) <> last_position`,
  );
  if (rows.length === 0) return ok('changes', 'the changes of every account are complete');
  return fatal('changes', `changes of ${rows.length} accounts are missing`, 'use another backup');
}
