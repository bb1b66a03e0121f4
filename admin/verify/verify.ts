import { requireMigrated } from '../../migrations/migrations.ts';
import { counted } from '../../shared/contract/values/counted.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { type Database, inSnapshot } from '../../workers/database/database.ts';
import { workerTables } from '../../workers/database/grants.ts';
import { type Finding, fatal, ok } from '../findings.ts';
import { checkChanges, checkNumbers, checkSales, checkSecrets } from './dataChecks.ts';
import { checkReferences } from './references.ts';
import { type Digest, digestTable, type Table, tablesOf } from './tableDigest.ts';

export interface Verification {
  readonly checks: readonly Finding[];
  /** Digests of all tables but those that are derived from others. */
  readonly tables: Readonly<Record<string, Digest>>;
}

/** Reads all data once, in one snapshot of the database: concurrent writes are not seen. */
export function verify(database: Database, keys: KeyRing | undefined): Promise<Verification> {
  return inSnapshot(database, async (snapshot) => {
    const tables = await tablesOf(snapshot);
    const completeness = await checkTables(snapshot, tables);
    if (completeness.state === 'fatal') return { checks: [completeness], tables: {} };
    const reading = await readAll(snapshot, tables);
    const checks = [
      completeness,
      ...reading.checks,
      await checkReferences(snapshot, tables),
      await checkNumbers(snapshot),
      await checkChanges(snapshot),
      await checkSales(snapshot),
      await checkSecrets(snapshot, keys),
    ];
    return { checks, tables: reading.tables };
  });
}

/** A truncated dump lacks the tables that come last. */
async function checkTables(database: Database, tables: readonly Table[]): Promise<Finding> {
  if (tables.length === 0) return fatal('tables', 'the database is empty');
  const missing = workerTables.filter((name) => tables.every((table) => table.name !== name));
  const migrations = await requireMigrated(database).catch((error: unknown) => error);
  if (migrations) return fatal('tables', explain(migrations));
  if (missing.length === 0) return ok('tables', `all ${tables.length} exist, no migration is pending`);
  return fatal('tables', `${missing.join(', ')} missing`, 'the backup is incomplete: use another one');
}

async function readAll(database: Database, tables: readonly Table[]): Promise<Verification> {
  const checks: Finding[] = [];
  const read: Record<string, Digest> = {};
  for (const table of tables) {
    try {
      const digest = await digestTable(database, table);
      if (table.isDerived) {
        checks.push(ok(table.name, 'every row can be read; workers write them from the records'));
        continue;
      }
      checks.push(ok(table.name, `${counted(digest.rows, 'row')}, digest ${digest.digest.slice(0, 16)}`));
      read[table.name] = digest;
    } catch (error) {
      checks.push(fatal(table.name, `can't be read: ${explain(error)}`, 'look at the log of the database'));
    }
  }
  return { checks, tables: read };
}
