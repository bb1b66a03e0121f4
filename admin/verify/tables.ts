import type { Database } from '../../workers/database/database.ts';

/** A table of the database, as the database describes it: tables that later migrations add need no mention here. */
export interface Table {
  readonly name: string;
  /** Without those that the database computes from others. */
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** The column that names the account, where rows belong to one: those of `secret_keys` do not. */
  readonly accountColumn: string | undefined;
}

/** Knex's own tables: they differ from server to server, and `requireMigrated` reads them. */
const foreignPrefix = 'knex_';

/** Every table that holds data of the service, in the order of their names. */
export async function tablesOf(database: Database): Promise<readonly Table[]> {
  const columns = await namesByTable(
    database,
    `SELECT TABLE_NAME AS name, COLUMN_NAME AS part FROM information_schema.COLUMNS
     WHERE TABLE_SCHEMA = DATABASE() AND COALESCE(GENERATION_EXPRESSION, '') = '' ORDER BY TABLE_NAME, COLUMN_NAME`,
  );
  const keys = await namesByTable(
    database,
    `SELECT TABLE_NAME AS name, COLUMN_NAME AS part FROM information_schema.KEY_COLUMN_USAGE
     WHERE TABLE_SCHEMA = DATABASE() AND CONSTRAINT_NAME = 'PRIMARY' ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  );
  return [...columns]
    .filter(([name]) => !name.startsWith(foreignPrefix))
    .map(([name, own]) => ({
      name,
      columns: own,
      primaryKey: keys.get(name) ?? [],
      accountColumn: name === 'accounts' ? 'id' : own.find((column) => column === 'account_id'),
    }));
}

async function namesByTable(database: Database, sql: string): Promise<Map<string, string[]>> {
  const [rows] = (await database.raw(sql)) as [readonly { readonly name: string; readonly part: string }[]];
  const byTable = new Map<string, string[]>();
  for (const { name, part } of rows) byTable.set(name, [...(byTable.get(name) ?? []), part]);
  return byTable;
}
