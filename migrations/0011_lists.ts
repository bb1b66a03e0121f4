import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { createTable, text, whileInUse } from './columns.ts';

interface Listed {
  /**
   * Source columns by the name of the generated column, which has the beginning of the text in lower case. Searches in it
   * ignore case.
   */
  readonly searched: Readonly<Record<string, string>>;
  /**
   * The column that follows `account_id`, by the index's name. InnoDB appends the primary key, so each index is ordered by
   * ident.
   */
  readonly indexes: Readonly<Record<string, string>>;
}

/** Characters in an index. With more, MySQL could not log the update of a record whose texts all have the maximum length. */
const searchedLength = 64;

const listed: Readonly<Record<string, Listed>> = {
  customers: {
    searched: {
      search_company: 'bill_company',
      search_lastname: 'bill_lastname',
      search_email: 'bill_email',
    },
    indexes: {
      customers_zipcode: 'bill_zipcode',
      customers_updated: 'date_updated',
      customers_search_company: 'search_company',
      customers_search_lastname: 'search_lastname',
      customers_search_email: 'search_email',
    },
  },
  addresses: {
    searched: { search_company: 'delivery_company', search_lastname: 'delivery_lastname' },
    indexes: {
      addresses_zipcode: 'delivery_zipcode',
      addresses_updated: 'date_updated',
      addresses_search_company: 'search_company',
      addresses_search_lastname: 'search_lastname',
    },
  },
  articles: {
    searched: { search_title: 'article_title' },
    indexes: { articles_updated: 'date_updated', articles_search_title: 'search_title' },
  },
};

/**
 * Adds the columns that lists filter and search by, and the key that signs their cursors. Virtual columns are added without
 * changing a row, and are computed also for writes of workers of version 0.2.0, which do not know them. They are invisible,
 * since MySQL refuses the `INSERT … SELECT *` with which workers of that version check their rights. Indexes are built while
 * calls continue to read and write. A server that can't do this refuses the statement.
 */
export async function up(database: Knex): Promise<void> {
  await createTable(database, 'cursor_keys', (table) => {
    table.integer('id').primary();
    text(table, 'cursor_key', 64);
  });
  await database('cursor_keys').insert({ id: 1, cursor_key: randomBytes(32).toString('base64') });
  for (const [table, { searched, indexes }] of Object.entries(listed)) {
    const columns = Object.entries(searched).map(
      ([name, source]) =>
        `ADD COLUMN ${name} VARCHAR(${searchedLength}) GENERATED ALWAYS AS (LEFT(LOWER(${source}), ${searchedLength})) VIRTUAL INVISIBLE`,
    );
    await whileInUse(async () => database.raw(`ALTER TABLE ${table} ${columns.join(', ')}`));
    for (const [name, column] of Object.entries(indexes))
      await whileInUse(async () =>
        database.raw(
          `ALTER TABLE ${table} ADD INDEX ${name} (account_id, ${column}), ALGORITHM=INPLACE, LOCK=NONE`,
        ),
      );
  }
}

export async function down(database: Knex): Promise<void> {
  for (const [table, { searched, indexes }] of Object.entries(listed)) {
    const dropped = Object.keys(indexes).map((name) => `DROP INDEX ${name}`);
    await whileInUse(async () => database.raw(`ALTER TABLE ${table} ${dropped.join(', ')}`));
    const columns = Object.keys(searched).map((name) => `DROP COLUMN ${name}`);
    await whileInUse(async () => database.raw(`ALTER TABLE ${table} ${columns.join(', ')}`));
  }
  await database.schema.dropTableIfExists('cursor_keys');
}
