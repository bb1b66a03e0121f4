import { counted } from '../../shared/contract/values/counted.ts';
import type { Database } from '../../workers/database/database.ts';
import { type Finding, fatal, ok } from '../findings.ts';
import type { Table } from './tableDigest.ts';

interface Reference {
  readonly child: string;
  readonly parent: string;
  /** Pairs of a child's column and a parent's column. */
  readonly columns: readonly (readonly [string, string])[];
}

/**
 * Checks that each row has the rows that its foreign keys and its account refer to. A restore loads rows without checking them,
 * so rows of a truncated table may be missing.
 */
export async function checkReferences(database: Database, tables: readonly Table[]): Promise<Finding> {
  const keys = await foreignKeys(database);
  const unguarded = tables.filter(
    ({ name }) => !keys.some(({ child, parent }) => child === name && parent === 'accounts'),
  );
  const references = [...keys, ...unguarded.flatMap(accountReference)];
  const broken: string[] = [];
  for (const reference of references) {
    const count = await orphansOf(database, reference);
    if (count > 0)
      broken.push(`${counted(count, 'row')} of ${reference.child} without the row of ${reference.parent}`);
  }
  if (broken.length === 0) return ok('references', `${references.length} references, none broken`);
  return fatal('references', broken.join(', '), 'rows are missing: use another backup');
}

async function foreignKeys(database: Database): Promise<readonly Reference[]> {
  const sql = `SELECT CONSTRAINT_NAME AS constraintName, TABLE_NAME AS child, REFERENCED_TABLE_NAME AS parent,
      COLUMN_NAME AS fromColumn, REFERENCED_COLUMN_NAME AS toColumn
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL
    ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;
  const [rows] = await database.raw(sql);
  const byName = new Map<string, Reference>();
  for (const { constraintName, child, parent, fromColumn, toColumn } of rows) {
    const key = `${child} ${constraintName}`;
    const columns = [...(byName.get(key)?.columns ?? []), [fromColumn, toColumn] as const];
    byName.set(key, { child, parent, columns });
  }
  return [...byName.values()];
}

function accountReference({ name, accountColumn }: Table): readonly Reference[] {
  if (!accountColumn || name === 'accounts') return [];
  return [{ child: name, parent: 'accounts', columns: [[accountColumn, 'id']] }];
}

async function orphansOf(database: Database, { child, parent, columns }: Reference): Promise<number> {
  const same = columns.map(() => 'child.?? = parent.??').join(' AND ');
  const set = columns.map(() => 'child.?? IS NOT NULL').join(' AND ');
  const [, firstOfParent = ''] = columns[0] ?? [];
  const [[row]] = await database.raw(
    `SELECT COUNT(*) AS orphans FROM ?? AS child LEFT JOIN ?? AS parent ON ${same} WHERE ${set} AND parent.?? IS NULL`,
    [child, parent, ...columns.flat(), ...columns.map(([column]) => column), firstOfParent],
  );
  return Number(row.orphans);
}
