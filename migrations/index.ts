import type { Knex } from 'knex';
import * as initial from './0001_initial.ts';
import * as rateLimits from './0002_rate_limits.ts';
import * as inboxExpiry from './0003_inbox_expiry.ts';
import * as signaturePolicies from './0004_signature_policies.ts';
import * as validation from './0005_validation.ts';
import * as secretKeys from './0006_secret_keys.ts';
import * as valueFingerprints from './0007_value_fingerprints.ts';
import * as revisions from './0008_revisions.ts';
import * as disabling from './0009_disabling.ts';
import * as changes from './0010_changes.ts';
import * as lists from './0011_lists.ts';
import * as requestIds from './0012_request_ids.ts';
import * as validatedNumbers from './0013_validated_numbers.ts';
import * as accountCurrency from './0014_account_currency.ts';
import * as articleSales from './0015_article_sales.ts';
import * as customerRemovals from './0016_customer_removals.ts';

interface Migration {
  readonly name: string;
  readonly up: (database: Knex) => Promise<void>;
  readonly down: (database: Knex) => Promise<void>;
}

/** Migrations in the order in which they run. A released migration is never changed. */
const migrations: readonly Migration[] = [
  { name: '0001_initial', up: initial.up, down: initial.down },
  { name: '0002_rate_limits', up: rateLimits.up, down: rateLimits.down },
  { name: '0003_inbox_expiry', up: inboxExpiry.up, down: inboxExpiry.down },
  { name: '0004_signature_policies', up: signaturePolicies.up, down: signaturePolicies.down },
  { name: '0005_validation', up: validation.up, down: validation.down },
  { name: '0006_secret_keys', up: secretKeys.up, down: secretKeys.down },
  { name: '0007_value_fingerprints', up: valueFingerprints.up, down: valueFingerprints.down },
  { name: '0008_revisions', up: revisions.up, down: revisions.down },
  { name: '0009_disabling', up: disabling.up, down: disabling.down },
  { name: '0010_changes', up: changes.up, down: changes.down },
  { name: '0011_lists', up: lists.up, down: lists.down },
  { name: '0012_request_ids', up: requestIds.up, down: requestIds.down },
  { name: '0013_validated_numbers', up: validatedNumbers.up, down: validatedNumbers.down },
  { name: '0014_account_currency', up: accountCurrency.up, down: accountCurrency.down },
  { name: '0015_article_sales', up: articleSales.up, down: articleSales.down },
  { name: '0016_customer_removals', up: customerRemovals.up, down: customerRemovals.down },
];

/** Names have no file extension: Knex would keep it, and compiled files have another one. */
const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => [...migrations],
  getMigrationName: ({ name }) => name,
  getMigration: async (migration) => migration,
};

export interface MigrationStatus {
  readonly done: readonly string[];
  readonly pending: readonly string[];
  /** Migrations of a newer version of the code. */
  readonly unknown: readonly string[];
}

export async function migrationStatus(database: Knex): Promise<MigrationStatus> {
  const names = migrations.map(({ name }) => name);
  const hasTable = await database.schema.hasTable(migrationTable);
  const rows = hasTable ? await database<{ name: string }>(migrationTable).select('name').orderBy('id') : [];
  const done = rows.map(({ name }) => name);
  return {
    done,
    pending: names.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !names.includes(name)),
  };
}

/** The tables do not match this code. The message says what the operator should do. */
export class NotMigrated extends Error {}

/** Throws `NotMigrated` unless exactly the migrations of this code have run. */
export async function requireMigrated(database: Knex): Promise<void> {
  const { pending, unknown } = await migrationStatus(database);
  if (unknown.length > 0) throw new NotMigrated(newerDatabase(unknown));
  if (pending.length > 0)
    throw new NotMigrated(`the database lacks ${pending.join(', ')}: run \`counterfoil migrate up\``);
}

function newerDatabase(unknown: readonly string[]): string {
  return `the database is newer than this version of Counterfoil (it has ${unknown.join(', ')}): run the newer version`;
}

const migrationTable = 'knex_migrations';
const lockTable = `${migrationTable}_lock`;
const config: Knex.MigratorConfig = { migrationSource, tableName: migrationTable };

/** Returns the names of the migrations that ran. Throws `NotMigrated` if the database is newer than the code. */
export async function migrateUp(database: Knex): Promise<readonly string[]> {
  const { unknown } = await migrationStatus(database);
  if (unknown.length > 0) throw new NotMigrated(newerDatabase(unknown));
  await requireUnlocked(database);
  const [, names] = (await database.migrate.latest(config)) as [number, string[]];
  return names;
}

/** Returns the name of the reverted migration, if there was one. */
export async function migrateDown(database: Knex): Promise<readonly string[]> {
  await requireUnlocked(database);
  const [, names] = (await database.migrate.down(config)) as [number, string[]];
  return names;
}

/** Releases the lock that a killed migration left. Returns whether there was one. */
export async function unlockMigrations(database: Knex): Promise<boolean> {
  const wasLocked = await isLocked(database);
  if (wasLocked) await database.migrate.forceFreeMigrationsLock(config);
  return wasLocked;
}

async function requireUnlocked(database: Knex): Promise<void> {
  if (await isLocked(database))
    throw new NotMigrated(
      'another migration is running; if it was killed, release its lock with `counterfoil migrate unlock`',
    );
}

async function isLocked(database: Knex): Promise<boolean> {
  if (!(await database.schema.hasTable(lockTable))) return false;
  return Boolean(await database(lockTable).where({ is_locked: 1 }).first());
}
