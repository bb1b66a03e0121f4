import type { Knex } from 'knex';

/**
 * Gives each row of the inbox an expiry. Existing rows do not say whether their call had a key, so they are kept for 25 hours,
 * the longest time. The column is renamed, so the table is not rebuilt.
 */
export async function up(database: Knex): Promise<void> {
  await database.raw(
    'ALTER TABLE inbox DROP INDEX inbox_age, CHANGE date_created date_expires DATETIME NOT NULL',
  );
  await database.raw('UPDATE inbox SET date_expires = date_expires + INTERVAL 25 HOUR');
  await database.raw('ALTER TABLE inbox ADD INDEX inbox_expiry (date_expires)');
}

export async function down(database: Knex): Promise<void> {
  await database.raw(
    'ALTER TABLE inbox DROP INDEX inbox_expiry, CHANGE date_expires date_created DATETIME NOT NULL',
  );
  await database.raw('UPDATE inbox SET date_created = date_created - INTERVAL 25 HOUR');
  await database.raw('ALTER TABLE inbox ADD INDEX inbox_age (date_created)');
}
