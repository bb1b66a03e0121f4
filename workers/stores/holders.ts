import type { Database } from '../database/database.ts';
import type { ImportedTable } from './recordTable.ts';
import { byIndex, type Scoped } from './scope.ts';

export interface Holder {
  readonly account: number;
  readonly value: unknown;
  readonly ident: string;
}

/** Records that one statement reads in a field without an index. */
export const rowsPerStep = 10_000;

interface ScanStep {
  /** Last examined ident. Null at the end of the account. */
  readonly last: string | null;
  /** First and last record with the value. */
  readonly idents: readonly string[];
}

/** Finds records that have these values in a field: at most two for each value, since all records may have the same. */
export async function holdersOf(
  database: Database,
  table: ImportedTable,
  field: string,
  wanted: readonly Scoped[],
): Promise<readonly Holder[]> {
  const index = table.indexes[field];
  if (index !== undefined) return bySearch(database, table, field, index, wanted);
  const holders: Holder[] = [];
  for (const each of wanted) holders.push(...(await byScan(database, table, field, each)));
  return holders;
}

async function bySearch(
  database: Database,
  { table, ident }: ImportedTable,
  field: string,
  index: string,
  wanted: readonly Scoped[],
): Promise<readonly Holder[]> {
  const ofEach = wanted.map(({ account, value }) =>
    byIndex(database, table, index)
      .select('account_id as account', `${field} as value`, `${ident} as ident`)
      .where({ account_id: account, [field]: value })
      .limit(2),
  );
  return database.select('*').from(database.unionAll(ofEach, true).as('found'));
}

/** Reads all records of the account, in steps: the server would end a statement that reads millions. */
async function byScan(
  database: Database,
  table: ImportedTable,
  field: string,
  { account, value }: Scoped,
): Promise<readonly Holder[]> {
  const idents = new Set<string>();
  let after: string | null = '';
  while (after !== null && idents.size < 2) {
    const step: ScanStep = await scanStep(database, table, field, { account, value, after });
    for (const ident of step.idents) idents.add(ident);
    after = step.last;
  }
  return [...idents].slice(0, 2).map((ident) => ({ account, value, ident }));
}

export async function scanStep(
  database: Database,
  { table, ident }: ImportedTable,
  field: string,
  { account, value, after }: Scoped & { readonly after: string },
): Promise<ScanStep> {
  const step = `select ?? as ident, ?? = ? as is_holder from ?? force index (PRIMARY)
    where account_id = ? and ?? > ? order by ?? limit ${rowsPerStep}`;
  const [[row]] = await database.raw(
    `select count(*) as looked_at, max(ident) as last_ident, min(if(is_holder, ident, null)) as first_holder,
      max(if(is_holder, ident, null)) as last_holder from (${step}) as step`,
    [ident, field, value, table, account, ident, after, ident],
  );
  return {
    last: Number(row.looked_at) < rowsPerStep ? null : row.last_ident,
    idents: [row.first_holder, row.last_holder].filter((found) => found !== null),
  };
}
