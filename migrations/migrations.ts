import type { Knex } from 'knex';
import * as initial from './0001_initial.ts';

export interface Migration {
  readonly name: string;
  readonly up: (database: Knex) => Promise<void>;
  readonly down: (database: Knex) => Promise<void>;
}

/** Migrations in the order in which they run. A released migration is never changed. */
export const migrations: readonly Migration[] = [
  { name: '0001_initial', up: initial.up, down: initial.down },
];

export interface MigrationStatus {
  readonly done: readonly string[];
  readonly pending: readonly string[];
  /** Migrations of a newer version of the code. */
  readonly unknown: readonly string[];
}

export async function migrationStatus(database: Knex, wanted = migrations): Promise<MigrationStatus> {
  const names = wanted.map(({ name }) => name);
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

/** Throws `NotMigrated` unless exactly the wanted migrations have run. */
export async function requireMigrated(database: Knex, wanted = migrations): Promise<void> {
  const { pending, unknown } = await migrationStatus(database, wanted);
  if (unknown.length > 0) throw new NotMigrated(newerDatabase(unknown));
  if (pending.length > 0)
    throw new NotMigrated(`the database lacks ${pending.join(', ')}: run \`counterfoil migrate up\``);
}

function newerDatabase(unknown: readonly string[]): string {
  return `the database is newer than this version of Counterfoil (it has ${unknown.join(', ')}): run the newer version`;
}

const migrationTable = 'knex_migrations';
const lockTable = `${migrationTable}_lock`;

/** Names have no file extension: Knex would keep it, and compiled files have another one. */
function configOf(wanted: readonly Migration[]): Knex.MigratorConfig {
  const migrationSource: Knex.MigrationSource<Migration> = {
    getMigrations: async () => [...wanted],
    getMigrationName: ({ name }) => name,
    getMigration: async (migration) => migration,
  };
  return { migrationSource, tableName: migrationTable };
}

/** Returns the names of the migrations that ran. Throws `NotMigrated` if the database is newer than the code. */
export async function migrateUp(database: Knex, wanted = migrations): Promise<readonly string[]> {
  const { unknown } = await migrationStatus(database, wanted);
  if (unknown.length > 0) throw new NotMigrated(newerDatabase(unknown));
  await requireUnlocked(database);
  const [, names] = (await database.migrate.latest(configOf(wanted))) as [number, string[]];
  return names;
}

/** Returns the name of the reverted migration, if there was one. */
export async function migrateDown(database: Knex, wanted = migrations): Promise<readonly string[]> {
  await requireUnlocked(database);
  const [, names] = (await database.migrate.down(configOf(wanted))) as [number, string[]];
  return names;
}

/** Releases the lock that a killed migration left. Returns whether there was one. */
export async function unlockMigrations(database: Knex): Promise<boolean> {
  const wasLocked = await isLocked(database);
  if (wasLocked) await database.migrate.forceFreeMigrationsLock(configOf(migrations));
  return wasLocked;
}

/**
 * Removes what a killed migration left: its lock, and tables without the record of the first migration, which have no data yet.
 * No other process may use the database, and it must have no other tables.
 */
export async function recoverMigrations(database: Knex): Promise<void> {
  await unlockMigrations(database);
  const { done } = await migrationStatus(database);
  if (done.length === 0) await initial.down(database);
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
