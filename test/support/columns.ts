import type { Database } from '../../workers/database/database.ts';

/** A column as the database describes it. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Characters, or bytes of a TEXT; null when it is not text. */
  readonly length: number | null;
  readonly collation: string | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

/** Every column of the database but those of Knex. */
export async function columnsOf(pool: Database): Promise<readonly Column[]> {
  const [rows] = await pool.raw(`
    SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name, DATA_TYPE AS type, CHARACTER_MAXIMUM_LENGTH AS length,
      COLLATION_NAME AS collation, NUMERIC_PRECISION AS \`precision\`, NUMERIC_SCALE AS scale, IS_NULLABLE = 'YES' AS isNullable,
      COLUMN_DEFAULT IS NOT NULL AS hasDefault
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT LIKE 'knex%'
    ORDER BY TABLE_NAME, ORDINAL_POSITION`);
  return rows.map(({ isNullable, hasDefault, ...row }: Record<string, unknown>) => ({
    ...row,
    isNullable: isNullable === 1,
    hasDefault: hasDefault === 1,
  }));
}

/** Resolves to the statements that would make the tables of the database again, by name. */
export async function definitionsOf(pool: Database): Promise<Readonly<Record<string, string>>> {
  const names = new Set((await columnsOf(pool)).map(({ table }) => table));
  const definitions: Record<string, string> = {};
  for (const name of names) {
    const [[row]] = await pool.raw('SHOW CREATE TABLE ??', [name]);
    definitions[name] = row['Create Table'];
  }
  return definitions;
}
