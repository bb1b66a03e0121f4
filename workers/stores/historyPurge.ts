import type { Database } from '../database/database.ts';
import { byIndex, deleteByIndex } from './scope.ts';

/** Account with history that it no longer keeps. */
interface ExpiredHistory {
  readonly id: number;
  readonly days: number;
}

/** Removes history that is older than its account keeps it. Uses the database's clock, as the dates of history do. */
export class HistoryPurge {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Checks `max` accounts after the given one. `last` is the last one, and undefined at the end. */
  async accounts(after: number, max: number) {
    const oldest = `(SELECT date_created < UTC_TIMESTAMP() - INTERVAL accounts.history_days DAY
      FROM record_history FORCE INDEX (record_history_date) WHERE record_history.account_id = accounts.id
      ORDER BY record_history.account_id, record_history.date_created LIMIT 1) AS expired`;
    const rows: readonly (ExpiredHistory & { readonly expired: unknown })[] = await byIndex(
      this.#database,
      'accounts',
    )
      .select('id', 'history_days as days', this.#database.raw(oldest))
      .where('id', '>', after)
      .orderBy('id')
      .limit(max);
    const expired: readonly ExpiredHistory[] = rows.filter((row) => Number(row.expired) === 1);
    return { expired, last: rows.length < max ? undefined : rows.at(-1)?.id };
  }

  /** Removes the `max` oldest rows, and those of the same second as the last of them. Returns how many. */
  async remove({ id, days }: ExpiredHistory, max: number): Promise<number> {
    const rows: readonly { readonly date_created: string }[] = await byIndex(
      this.#database,
      'record_history',
      'record_history_date',
    )
      .select('date_created')
      .where({ account_id: id })
      .where('date_created', '<', this.#database.raw('UTC_TIMESTAMP() - INTERVAL ? DAY', [days]))
      .orderBy(['account_id', 'date_created'])
      .limit(max);
    const last = rows.at(-1)?.date_created;
    if (last === undefined) return 0;
    const [{ affectedRows }] = await this.#database.raw(deleteUntil, [id, last]);
    return affectedRows;
  }
}

const deleteUntil = `${deleteByIndex('record_history', 'record_history_date')} WHERE account_id = ? AND date_created <= ?`;
