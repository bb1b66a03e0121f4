import { requireMigrated } from '../migrations/migrations.ts';
import { settings } from '../shared/runtime/settings/environment.ts';
import { requireSettings } from '../shared/runtime/settings/settings.ts';
import { type Database, openDatabase } from '../workers/database/database.ts';

/** Runs work on the database of the settings, migrated or not. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl } = requireSettings(settings(), 'databaseUrl');
  const database = openDatabase(databaseUrl, 2);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** Throws `NotMigrated` unless the database is migrated. */
export function withMigratedDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(async (database) => {
    await requireMigrated(database);
    return work(database);
  });
}
