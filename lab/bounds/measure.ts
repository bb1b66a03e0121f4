import { writeFileSync } from 'node:fs';
import { migrateUp } from '../../migrations/migrations.ts';
import { type Access, accessesOf } from '../../test/support/explain.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { filledTables, fillGiant, fillSmall, sizesOf } from './giant.ts';
import { boundOf, type Named } from './measurement.ts';
import { registry } from './registry.ts';
import { isWhole, records } from './scale.ts';
import { freezeStatistics, takeStatistics, useStatistics } from './statistics.ts';

/** Rows that a measurement read with some statistics. */
export interface Reading {
  readonly name: string;
  readonly statistics: string;
  readonly rows: number;
  readonly bound: number;
  readonly ms: number;
  readonly error?: string;
  /** Access of its statements to the tables, if they read too much. */
  readonly plan?: readonly Access[];
}

const [url = '', file = ''] = process.argv.slice(2);

const pool = openDatabase(url, 1);
try {
  writeFileSync(file, JSON.stringify(await readings(pool)));
} finally {
  await pool.destroy();
}

/** Fills an empty database, and measures everything with each kind of statistics. */
async function readings(pool: Database): Promise<readonly Reading[]> {
  await migrateUp(pool);
  const sizes = sizesOf(records);
  await freezeStatistics(pool, filledTables);
  const ofNothing = await takeStatistics(pool, filledTables);
  await withoutChecks(pool);
  await fillSmall(pool, sizes);
  const ofSmallAccounts = await takeStatistics(pool, filledTables);
  await fillGiant(pool, sizes);
  await countedRows(pool);
  // Beside these, the server knows how many rows a table has.
  const found = [...(await readAll(pool, 'from before the giant'))];
  const fresh = await takeStatistics(pool, filledTables);
  const others = { 'of small accounts': ofSmallAccounts, 'of empty tables': ofNothing };
  const all = { fresh, ...(isWhole && others) };
  for (const [name, statistics] of Object.entries(all)) {
    await useStatistics(pool, filledTables, statistics);
    found.push(...(await readAll(pool, name)));
  }
  return found;
}

async function readAll(pool: Database, statistics: string): Promise<readonly Reading[]> {
  const found: Reading[] = [];
  for (const measurement of registry) found.push(await reading(pool, measurement, statistics));
  return found;
}

/** Leaves out checks of keys, because the rows that are filled in are right. */
async function withoutChecks(pool: Database): Promise<void> {
  await pool.raw('SET SESSION unique_checks = 0, foreign_key_checks = 0');
}

/**
 * Makes the server count all rows that it reads: it does not count those that a condition in an index
 * excludes. Which index it takes does not depend on that.
 */
async function countedRows(pool: Database): Promise<void> {
  await pool.raw("SET SESSION optimizer_switch = 'index_condition_pushdown=off'");
  await pool.raw('SET SESSION unique_checks = 1, foreign_key_checks = 1');
}

async function reading(pool: Database, measurement: Named, statistics: string): Promise<Reading> {
  const { name } = measurement;
  const bound = boundOf(measurement);
  const startedAt = performance.now();
  const result = (rest: Omit<Reading, 'name' | 'statistics' | 'bound' | 'ms'>): Reading => ({
    name,
    statistics,
    bound,
    ms: Math.round(performance.now() - startedAt),
    ...rest,
  });
  try {
    const rows = await rowsRead(pool, measurement);
    if (rows <= bound) return result({ rows });
    // There may be no connection in time for hundreds of statements.
    const plan = await accessesOf(pool, () => rowsRead(pool, measurement)).catch(() => []);
    return result({ rows, plan });
  } catch (error) {
    return result({ rows: 0, error: String((error as Error).stack) });
  }
}

/** Rows and index entries that a measurement reads. The counters of a session are exact. */
async function rowsRead(pool: Database, { run, onPool, isWarm }: Named): Promise<number> {
  if (onPool) return difference(pool, () => run(pool));
  const transaction = await pool.transaction();
  try {
    if (isWarm) await run(transaction);
    // A deferred statement is sent with the next one.
    await transaction.raw('DO 0');
    return await difference(transaction, async () => {
      await run(transaction);
      await transaction.raw('DO 0');
    });
  } finally {
    await transaction.rollback();
  }
}

/** Counts the rows that some work reads, without those that reading the counters reads. */
async function difference(database: Database, work: () => Promise<unknown>): Promise<number> {
  const before = await counted(database);
  const own = (await counted(database)) - before;
  const start = before + own;
  await work();
  return (await counted(database)) - start - own;
}

async function counted(database: Database): Promise<number> {
  const [rows] = await database.raw("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return (rows as readonly { readonly Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
}
