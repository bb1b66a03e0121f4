import type { Database } from '../../workers/database/database.ts';
import { type Numbered, sequences } from '../../workers/stores/numbers.ts';
import { type Finding, fatal, ok, warn } from '../check/finding.ts';
import { counted } from './counted.ts';

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
