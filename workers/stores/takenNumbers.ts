import type { Database } from '../database/database.ts';
import type { Row } from './recordTable.ts';
import { recordKey, type Scoped, wantedRows } from './scope.ts';

/** A column of numbers. `index` begins with the account and this column. */
interface Numbered {
  readonly table: string;
  readonly column: string;
  readonly index: string;
}

/**
 * Returns the numbers that some record has. Looks each up by itself, up to the first record: any number of records may have the
 * same one, and the database would read all of them.
 */
export async function takenNumbers(
  database: Database,
  { table, column, index }: Numbered,
  wanted: readonly Scoped[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const each = wantedRows('number', wanted);
  const statement = `select wanted.account_id, wanted.number from ${each.sql}
    and (select 1 from ${table} force index (${index})
      where ${table}.account_id = wanted.account_id and ${table}.${column} = wanted.number limit 1) = 1`;
  const [rows] = (await database.raw(statement, each.bindings)) as [readonly Row[]];
  return new Set(rows.map((row) => recordKey(row.account_id as number, row.number as string)));
}
