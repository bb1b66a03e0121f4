import type { Database } from '../database/database.ts';
import { byIndex } from './scope.ts';

/** An account with history that it no longer keeps. */
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

  /** Removes at most `max` rows, the oldest first, and returns how many. */
  async remove({ id, days }: ExpiredHistory, max: number): Promise<number> {
    const statement = `DELETE /*+ INDEX(record_history record_history_date) */ FROM record_history
      WHERE account_id = ? AND date_created < UTC_TIMESTAMP() - INTERVAL ? DAY
      ORDER BY account_id, date_created LIMIT ?`;
    const [{ affectedRows }] = await this.#database.raw(statement, [id, days, max]);
    return affectedRows;
  }
}
