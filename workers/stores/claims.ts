import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';

interface Claim {
  readonly account: number;
  readonly field: string;
  readonly value: string;
}

/** Lets one transaction at a time claim a value. */
export class Claims {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Holds claims until the transaction ends. Waits for other transactions that hold one of them. No row stays: inserting a row
   * that another transaction has inserted and deleted waits until that one ends.
   */
  async claim(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    // Sorted, so that two sets do not deadlock.
    const rows = claims.map(rowOf).toSorted((a, b) => (a.value_hash < b.value_hash ? -1 : 1));
    await deferred(this.#database('value_claims').insert(rows).onConflict().merge(['field']));
    // One by one: for several at once, the database would read the whole table, and wait for the claims of others.
    for (const row of rows) await deferred(this.#database('value_claims').where(row).delete());
  }
}

function rowOf({ account, field, value }: Claim) {
  const value_hash = createHash('sha256').update(value).digest('base64url');
  return { account_id: account, field, value_hash };
}
