import type { Database } from '../../workers/database/database.ts';

const kept = ['innodb_table_stats', 'innodb_index_stats'] as const;

/** Rows of the server's tables of statistics. */
type Statistics = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Lets the statistics of tables change only with ANALYZE TABLE: otherwise the server computes them again at any time. */
export async function freezeStatistics(pool: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await pool.raw('ALTER TABLE ?? STATS_PERSISTENT=1, STATS_AUTO_RECALC=0', [table]);
}

/** The statistics that the server has after it has read the tables. */
export async function takeStatistics(pool: Database, tables: readonly string[]): Promise<Statistics> {
  await pool.raw(`ANALYZE TABLE ${tables.map(() => '??').join(', ')}`, [...tables]);
  const rows = kept.map(async (name) => {
    const [found] = await pool.raw(`SELECT * FROM mysql.?? WHERE ${isOf(tables)}`, [name, ...tables]);
    return [name, found] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** The rows of these tables: the server may write those of other tables at any time. */
function isOf(tables: readonly string[]): string {
  return `database_name = DATABASE() AND table_name IN (${tables.map(() => '?').join(', ')})`;
}

/** Gives the server statistics that were taken before: it plans with them as if it had not noticed what came since. */
export async function useStatistics(
  pool: Database,
  tables: readonly string[],
  statistics: Statistics,
): Promise<void> {
  for (const name of kept) {
    await pool.raw(`DELETE FROM mysql.?? WHERE ${isOf(tables)}`, [name, ...tables]);
    await pool.batchInsert(`mysql.${name}`, [...(statistics[name] ?? [])], 500);
  }
  await pool.raw(`FLUSH TABLES ${tables.map(() => '??').join(', ')}`, [...tables]);
}
