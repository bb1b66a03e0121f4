import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import type { Database } from './database.ts';

export const rights = { S: 'SELECT', I: 'INSERT', U: 'UPDATE', D: 'DELETE' } as const;

type Letter = keyof typeof rights;

interface TableRights {
  readonly table: string;
  /** First letters of the rights. */
  readonly letters: string;
  /** Column with which UPDATE is tried. */
  readonly column: string;
}

/** Rights that workers need on each table. */
export const workerRights: readonly TableRights[] = [
  { table: 'accounts', letters: 'S', column: 'id' },
  { table: 'apps', letters: 'S', column: 'account_id' },
  { table: 'number_sequences', letters: 'SIU', column: 'account_id' },
  { table: 'customers', letters: 'SIUD', column: 'account_id' },
  { table: 'addresses', letters: 'SIUD', column: 'account_id' },
  { table: 'articles', letters: 'SIUD', column: 'account_id' },
  { table: 'orders', letters: 'SIU', column: 'account_id' },
  { table: 'order_items', letters: 'SI', column: 'account_id' },
  { table: 'article_sales', letters: 'SIU', column: 'account_id' },
  { table: 'changes', letters: 'SID', column: 'account_id' },
  { table: 'change_positions', letters: 'SIU', column: 'account_id' },
  { table: 'change_feed', letters: 'S', column: 'id' },
  { table: 'change_reads', letters: 'SIU', column: 'slot' },
  { table: 'webhooks', letters: 'SIUD', column: 'webhook_ident' },
  { table: 'webhook_deliveries', letters: 'SIUD', column: 'webhook_ident' },
  { table: 'inbox', letters: 'SIUD', column: 'account_id' },
  { table: 'record_history', letters: 'SIUD', column: 'account_id' },
  { table: 'erasures', letters: 'SIUD', column: 'account_id' },
  { table: 'value_claims', letters: 'SIUD', column: 'account_id' },
  { table: 'query_records', letters: 'SIUD', column: 'account_id' },
  { table: 'query_words', letters: 'SIUD', column: 'account_id' },
  { table: 'query_typos', letters: 'SIUD', column: 'account_id' },
  { table: 'query_positions', letters: 'SIU', column: 'account_id' },
  { table: 'secret_keys', letters: 'S', column: 'key_id' },
  { table: 'cursor_keys', letters: 'S', column: 'id' },
];

/** Returns the names of rights by their first letters. */
export function rightsIn(letters: string): readonly string[] {
  return lettersIn(letters).map((letter) => rights[letter]);
}

function lettersIn(letters: string): readonly Letter[] {
  return (Object.keys(rights) as Letter[]).filter((letter) => letters.includes(letter));
}

export const workerTables: readonly string[] = workerRights.map(({ table }) => table);

/** Statements that fail without the right. They change nothing, since no row meets the condition. */
const trials: Readonly<Record<Letter, (table: string, column: string) => string>> = {
  S: (table) => `SELECT 1 FROM ${table} WHERE FALSE`,
  I: (table) => `INSERT INTO ${table} SELECT * FROM ${table} WHERE FALSE`,
  U: (table, column) => `UPDATE ${table} SET ${column} = ${column} WHERE FALSE`,
  D: (table) => `DELETE FROM ${table} WHERE FALSE`,
};

class RightMissing extends Error {}

/**
 * Throws `RightMissing` unless the user has all rights that workers need, on a migrated database. Tries each right, since only
 * the server knows how grants add up.
 */
export async function requireGrants(database: Database): Promise<void> {
  const missing: string[] = [];
  for (const { table, letters, column } of workerRights) {
    for (const letter of lettersIn(letters)) {
      const statement = trials[letter](table, column);
      if (await isDenied(database, statement)) missing.push(`${rights[letter]} on ${table}`);
    }
  }
  if (missing.length === 0) return;
  const remedy = 'grant it, see docs/deploying.md';
  throw new RightMissing(`the user of DATABASE_URL lacks the right ${missing.join(', ')}: ${remedy}`);
}

async function isDenied(database: Database, statement: string): Promise<boolean> {
  try {
    await database.raw(statement);
    return false;
  } catch (error) {
    if (errorKindOf(error).lacksRight) return true;
    throw error;
  }
}
