import { counted } from '../../shared/contract/values/counted.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { judgeKeys } from '../../shared/secrets/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import type { AppRow } from '../../workers/stores/apps.ts';
import { type Numbered, sequences } from '../../workers/stores/numbers.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { type Finding, fatal, listedNames, ok, skipped, warn } from '../findings.ts';

const numbers = {
  customer: { table: 'customers', column: 'customer_nr' },
  article: { table: 'articles', column: 'article_nr' },
  invoice: { table: 'orders', column: 'invoice_nr' },
} satisfies Record<Numbered, object>;

/**
 * Checks that every account has its number sequences, and that no sequence is behind a number in use. A number beyond its
 * sequence may have been set by hand, so it is only a warning: existing numbers are never generated again.
 */
export async function checkNumbers(database: Database): Promise<Finding> {
  const missing = await accountsWithoutSequence(database);
  if (missing > 0)
    return fatal('numbers', `missing: ${counted(missing, 'number sequence')}`, 'use another backup');
  const behind: string[] = [];
  for (const numbered of sequences) {
    const count = await numbersBeyond(database, numbered);
    if (count > 0) behind.push(counted(count, `${numbered} number`));
  }
  if (behind.length === 0) return ok('numbers', 'every sequence is beyond the numbers in use');
  return warn(
    'numbers',
    `not below the next number of the account: ${behind.join(', ')}`,
    'this is correct if they were set by hand, or if the start number was lowered',
  );
}

async function accountsWithoutSequence(database: Database): Promise<number> {
  const [[row]] = await database.raw(
    `SELECT (SELECT COUNT(*) FROM accounts) * ? - (SELECT COUNT(*) FROM number_sequences
       WHERE account_id IN (SELECT id FROM accounts) AND resource IN (${sequences.map(() => '?').join(', ')})) AS missing`,
    [sequences.length, ...sequences],
  );
  return Number(row.missing);
}

async function numbersBeyond(database: Database, numbered: Numbered): Promise<number> {
  const { table, column } = numbers[numbered];
  const [[row]] = await database.raw(
    `SELECT COUNT(*) AS beyond FROM ?? AS record
       JOIN number_sequences AS sequence ON sequence.account_id = record.account_id AND sequence.resource = ?
     WHERE record.?? REGEXP '^[1-9][0-9]{0,17}$' AND CAST(record.?? AS UNSIGNED) >= sequence.next_number`,
    [table, numbered, column, column],
  );
  return Number(row.beyond);
}

/** Checks that each account has as many changes as there are positions between the last purged one and the last one. */
export async function checkChanges(database: Database): Promise<Finding> {
  const idents = await accountsIn(
    database,
    `SELECT change_positions.account_id FROM change_positions
      LEFT JOIN changes ON changes.account_id = change_positions.account_id
        AND changes.position > change_positions.purged_position
      GROUP BY change_positions.account_id, last_position, purged_position
      HAVING COALESCE(SUM(size), 0) <> last_position - purged_position
        OR COALESCE(MAX(position), purged_position) <> last_position`,
  );
  if (idents.length === 0) return ok('feed', 'the changes of every account are complete');
  return fatal(
    'feed',
    `the changes and the last position of ${accountsText(idents)} disagree`,
    'use another backup',
  );
}

/** Checks that the sum of each article equals its order items. */
export async function checkSales(database: Database): Promise<Finding> {
  const idents = await accountsIn(
    database,
    `SELECT account_id FROM (
        SELECT account_id, article_ident, quantity FROM article_sales
        UNION ALL
        SELECT account_id, article_ident, -SUM(quantity) FROM order_items FORCE INDEX (order_items_article)
          GROUP BY account_id, article_ident
      ) AS quantities
      GROUP BY account_id, article_ident HAVING SUM(quantity) <> 0`,
  );
  if (idents.length === 0) return ok('sales', 'the sales of every article are those of its orders');
  return fatal(
    'sales',
    `the sales and the order items of ${accountsText(idents)} disagree`,
    'use another backup',
  );
}

/** Example: `2 accounts (acc_1, acc_2)`. */
function accountsText(idents: readonly string[]): string {
  return `${counted(idents.length, 'account')} (${listedNames(idents)})`;
}

/** Selects the idents of accounts whose ids a query selects; `#` and the id for one that does not exist. */
async function accountsIn(database: Database, query: string): Promise<readonly string[]> {
  const [rows] = (await database.raw(
    `SELECT DISTINCT checked.account_id, COALESCE(account_ident, CONCAT('#', checked.account_id)) AS ident
      FROM (${query}) AS checked LEFT JOIN accounts ON accounts.id = checked.account_id
      ORDER BY checked.account_id`,
  )) as [readonly { readonly ident: string }[]];
  return rows.map(({ ident }) => ident);
}

/** Checks that the keys are those of the database, and open every secret of every app, including revoked apps. */
export async function checkSecrets(database: Database, keys: KeyRing | undefined): Promise<Finding> {
  if (!keys) return skipped('secrets', 'COUNTERFOIL_SECRET_KEY is not set');
  let count = 0;
  const closed: string[] = [];
  const apps = database<AppRow>('apps').select('app_id', 'secret', 'former_secret').orderBy('app_id');
  for await (const { app_id, secret, former_secret } of apps.stream()) {
    const secrets = [secret, ...(former_secret ? [former_secret] : [])] as readonly string[];
    count += secrets.length;
    if (!secrets.every((one) => keys.open(one, app_id) !== undefined)) closed.push(app_id);
  }
  const verdict = judgeKeys(keys, await new SecretKeys(database).list());
  const wrong = verdict.kind === 'wrong' ? verdict.error.message : undefined;
  if (closed.length > 0) {
    const problem = `the key does not decrypt the secrets of ${counted(closed.length, 'app')} (${listedNames(closed)})`;
    return fatal('secrets', problem, wrong ?? 'create new ones with `counterfoil app rotate`');
  }
  return wrong ? fatal('secrets', wrong) : ok('secrets', `the key decrypts all ${count} secrets`);
}
