import { changesKeptDays } from '../../shared/contract/values/contractLimits.ts';
import type { Database } from '../database/database.ts';
import { byIndex } from './scope.ts';

/** Uses the database's clock, as the dates of changes do. */
const isExpired = `date_created < UTC_TIMESTAMP() - INTERVAL ${changesKeptDays} DAY`;

interface ExpiredAccounts {
  readonly expired: readonly number[];
  readonly last: number | undefined;
}

/** Removes changes that are no longer kept, by account in the order of positions. This needs no index on their dates. */
export class ChangePurge {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Checks `max` accounts after the given one. Returns those whose oldest change has expired, and the last one, which is
   * undefined at the end.
   */
  async accounts(after: number, max: number): Promise<ExpiredAccounts> {
    // Sorted by the position alone, MySQL would read all changes of each account.
    const oldest = `(SELECT ${isExpired} FROM changes FORCE INDEX (PRIMARY) WHERE changes.account_id = change_positions.account_id
      ORDER BY changes.account_id, changes.position LIMIT 1) AS expired`;
    const rows: readonly { readonly account_id: number; readonly expired: unknown }[] = await byIndex(
      this.#database,
      'change_positions',
    )
      .select('account_id', 'purged_position', this.#database.raw(oldest))
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(max);
    const expired = rows.filter((row) => Number(row.expired) === 1).map(({ account_id }) => account_id);
    return { expired, last: rows.length < max ? undefined : rows.at(-1)?.account_id };
  }

  /**
   * Removes the expired ones of an account's `max` oldest rows, and returns how many. Cursors before them expire first, so no
   * reader finds only a part of them.
   */
  async remove(account: number, max: number): Promise<number> {
    const rows = await this.#database('changes')
      .select('position', this.#database.raw(`${isExpired} as expired`))
      .where({ account_id: account })
      .orderBy('position')
      .limit(max);
    const firstKept = rows.findIndex(({ expired }) => Number(expired) === 0);
    const position = rows.slice(0, firstKept === -1 ? rows.length : firstKept).at(-1)?.position;
    if (position === undefined) return 0;
    await this.#database('change_positions')
      .where({ account_id: account })
      .where('purged_position', '<', position)
      .update({ purged_position: position });
    // MySQL accepts a hint only in this form; MariaDB does not need it.
    const statement =
      'DELETE /*+ INDEX(changes PRIMARY) */ FROM changes WHERE account_id = ? AND position <= ?';
    const [{ affectedRows }] = await this.#database.raw(statement, [account, position]);
    return affectedRows;
  }
}
