import type { Knex } from 'knex';

/** utf8mb4_bin: in other collations, e equals é and "abc" equals "ABC". */
export function createTable(
  database: Knex,
  name: string,
  define: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  return database.schema.createTable(name, (table) => {
    table.engine('InnoDB');
    table.charset('utf8mb4');
    table.collate('utf8mb4_bin');
    define(table);
  });
}

export function text(table: Knex.CreateTableBuilder, name: string, length: number): Knex.ColumnBuilder {
  return table.string(name, length).notNullable().defaultTo('');
}

export function accountOf(table: Knex.CreateTableBuilder): Knex.ColumnBuilder {
  return table.integer('account_id').unsigned().notNullable();
}

export function sourceOf(table: Knex.CreateTableBuilder, type: string): void {
  text(table, type, 128);
  table.string('external_ident', 128).nullable();
  text(table, 'external_account_name', 128);
}

export function timesOf(table: Knex.CreateTableBuilder): void {
  const epoch = '1970-01-01 00:00:00';
  table.dateTime('date_created').notNullable().defaultTo(epoch);
  table.dateTime('date_updated').notNullable().defaultTo(epoch);
}
