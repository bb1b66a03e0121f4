import type { Database } from '../../workers/database/database.ts';

/** Access of the database to one table of a statement. */
export interface Access {
  readonly statement: string;
  readonly table: string;
  /** `ALL` reads the whole table, `index` a whole index. */
  readonly type: string;
  /** The index; null without one. */
  readonly key: string | null;
  /** Estimated number of rows that are read. */
  readonly rows: number;
  /** Other steps of the database, such as `Using index` for what it reads from the index alone. */
  readonly extra: string | null;
}

type Explained = Omit<Access, 'extra'> & { readonly Extra: string | null };

/** A statement, and the values that are bound to it. */
export interface Query {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Runs the work; resolves to its statements, those of transactions too. */
export async function queriesOf(pool: Database, work: () => Promise<unknown>): Promise<readonly Query[]> {
  const queries: Query[] = [];
  const listen = ({ sql, bindings = [] }: Partial<Query> & Pick<Query, 'sql'>) =>
    queries.push({ sql, bindings });
  pool.on('query', listen);
  await work().finally(() => pool.off('query', listen));
  return queries;
}

/** Runs the work, then tells how each table of its statements was read. Plain inserts read nothing. */
export async function accessesOf(pool: Database, work: () => Promise<unknown>): Promise<readonly Access[]> {
  const queries = await queriesOf(pool, work);
  const reading = queries.filter(({ sql }) => /^\(?(select|update|delete)/i.test(sql));
  return (await Promise.all(reading.map((query) => explain(pool, query)))).flat();
}

async function explain(pool: Database, { sql, bindings }: Query): Promise<readonly Access[]> {
  // Newer MySQL would draw a tree.
  const [plan] = await pool.raw(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, bindings as never);
  // `wanted` is not a table, but the values that are looked up.
  const real: readonly Explained[] = plan.filter(
    ({ table }: Explained) => table && !table.startsWith('<') && table !== 'wanted',
  );
  return real.map(({ table, type, key, rows, Extra: extra }) => ({
    statement: sql.slice(0, 300),
    table,
    type,
    key,
    rows,
    extra,
  }));
}
