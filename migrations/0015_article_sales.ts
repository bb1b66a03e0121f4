import type { Knex } from 'knex';
import { accountOf, createTable, text, whileInUse } from './columns.ts';

/** Items that one transaction adds to the sums, not counting the rest of its last order. */
const itemsAtOnce = 5_000;

/**
 * Stores the quantity sold of each article. Transactions that create orders keep it. `is_summed` marks the order items that it
 * includes. Workers of version 0.2.0 do not know the sums: their items are not marked, and are added on reading. The column
 * comes last and has a default, so it is added instantly. The index keeps its name and first columns, and is built while calls
 * continue.
 */
export async function up(database: Knex): Promise<void> {
  await createTable(database, 'article_sales', (table) => {
    accountOf(table);
    text(table, 'article_ident', 64);
    table.decimal('quantity', 33, 4).notNullable();
    table.primary(['account_id', 'article_ident']);
  });
  await whileInUse(async () =>
    database.raw('ALTER TABLE order_items ADD COLUMN is_summed TINYINT NOT NULL DEFAULT 0'),
  );
  await indexItems(database, 'account_id, article_ident, is_summed, quantity');
  for (const { id } of await database('accounts').select('id').orderBy('id')) await sumItems(database, id);
}

export async function down(database: Knex): Promise<void> {
  await indexItems(database, 'account_id, article_ident, quantity');
  await whileInUse(async () => database.raw('ALTER TABLE order_items DROP COLUMN is_summed'));
  await database.schema.dropTableIfExists('article_sales');
}

function indexItems(database: Knex, columns: string): Promise<void> {
  return whileInUse(async () =>
    database.raw(`ALTER TABLE order_items DROP INDEX order_items_article,
      ADD INDEX order_items_article (${columns}), ALGORITHM=INPLACE, LOCK=NONE`),
  );
}

/**
 * Adds the items of an account to the sums, some orders at a time. If it is interrupted, the next run continues where it
 * stopped.
 */
async function sumItems(database: Knex, account: number): Promise<void> {
  let after = '';
  for (let last: string | undefined = ''; last !== undefined; after = last ?? '') {
    last = await lastOfStep(database, account, after);
    const upTo = last;
    await whileInUse(() => sumStep(database, { account, after, upTo }));
  }
}

/** Returns the last order of a step. The last step has no end: undefined. */
async function lastOfStep(database: Knex, account: number, after: string): Promise<string | undefined> {
  const [[row]] = await database.raw(
    `SELECT order_ident FROM order_items FORCE INDEX (PRIMARY)
     WHERE account_id = ? AND order_ident > ? ORDER BY order_ident LIMIT 1 OFFSET ${itemsAtOnce - 1}`,
    [account, after],
  );
  return row?.order_ident;
}

interface Step {
  readonly account: number;
  readonly after: string;
  readonly upTo: string | undefined;
}

/**
 * Sums and marks the items of some orders. The isolation level keeps calls from adding items to this range between the two
 * statements. The transaction is plain SQL, since earlier statements have ended the one that Knex opened for the migration.
 */
async function sumStep(database: Knex, { account, after, upTo }: Step): Promise<void> {
  const some = `account_id = ? AND order_ident > ? ${upTo === undefined ? '' : 'AND order_ident <= ?'} AND is_summed = 0`;
  const bindings = [account, after, ...(upTo === undefined ? [] : [upTo])];
  await database.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await database.raw('START TRANSACTION');
  try {
    await database.raw(
      `INSERT INTO article_sales (account_id, article_ident, quantity)
       SELECT account_id, article_ident, SUM(quantity) FROM order_items FORCE INDEX (PRIMARY) WHERE ${some}
       GROUP BY account_id, article_ident
       ON DUPLICATE KEY UPDATE article_sales.quantity = article_sales.quantity + VALUES(quantity)`,
      bindings,
    );
    await database.raw(`UPDATE order_items FORCE INDEX (PRIMARY) SET is_summed = 1 WHERE ${some}`, bindings);
    await database.raw('COMMIT');
  } catch (error) {
    await database.raw('ROLLBACK');
    throw error;
  }
}
