import type { ChangedResource, ChangeKind } from '../../shared/contract/resources/change.ts';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import type { Row } from './recordTable.ts';

/** The limit keeps rows small: `changes.list` reads whole rows. */
export const maxChangesInRow = 256;

/**
 * Rows that may be sent with COMMIT. A larger delete sends rows before it, since a server limits the bytes of one statement.
 */
const maxDeferredRows = 64;

interface Changed {
  readonly account: number;
  readonly ident: string;
}

/** Records the changes of a set's transaction. The stores note what they write, so that no operation can forget it. */
export class ChangeLog {
  readonly #database: Database;
  /** Entries by account, in the order in which they were noted. */
  readonly #noted = new Map<number, string[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(kind: ChangeKind, resource: ChangedResource, changed: readonly Changed[]): void {
    for (const { account, ident } of changed)
      addToGroup(this.#noted, account, entryOf({ kind, resource, ident }));
  }

  noteRows(kind: ChangeKind, resource: ChangedResource, rows: readonly Row[]): void {
    const ident = `${resource}_ident`;
    this.note(
      kind,
      resource,
      rows.map((row) => ({ account: row.account_id as number, ident: row[ident] as string })),
    );
  }

  /**
   * Gives the changes their positions, as the last statements of the transaction. Resolves to the accounts that have any. The
   * row of an account's positions stays locked until COMMIT, so positions become visible in order: nobody gets position n
   * before the transaction with n - 1 has ended. It is the last lock of a transaction, and accounts are locked in order, so
   * there is no deadlock. The statements are sent with COMMIT, so the lock is held for no round trip.
   */
  async record(): Promise<readonly number[]> {
    const accounts = [...this.#noted.keys()].toSorted((one, other) => one - other);
    if (accounts.length === 0) return [];
    await this.#advance(accounts);
    let rows = 0;
    for (const account of accounts)
      for (const insert of this.#inserts(account)) {
        rows += 1;
        await (rows % maxDeferredRows === 0 ? insert : deferred(insert));
      }
    return accounts;
  }

  async #advance(accounts: readonly number[]): Promise<void> {
    const values = accounts.map(() => '(?, ?)').join(', ');
    const bindings = accounts.flatMap((account) => [account, this.#entriesOf(account).length]);
    const statement = `INSERT INTO change_positions (account_id, last_position) VALUES ${values}
      ON DUPLICATE KEY UPDATE last_position = last_position + VALUES(last_position)`;
    await deferred(this.#database.raw(statement, bindings));
  }

  *#inserts(account: number) {
    const entries = this.#entriesOf(account);
    const statement = `INSERT INTO changes (account_id, position, size, entries, date_created)
      SELECT account_id, last_position - ?, ?, ?, UTC_TIMESTAMP() FROM change_positions WHERE account_id = ?`;
    for (let start = 0; start < entries.length; start += maxChangesInRow) {
      const some = entries.slice(start, start + maxChangesInRow);
      const behind = entries.length - start - some.length;
      yield this.#database.raw(statement, [behind, some.length, some.join('\n'), account]);
    }
  }

  #entriesOf(account: number): readonly string[] {
    return this.#noted.get(account) ?? [];
  }
}

export interface Change {
  readonly resource: ChangedResource;
  readonly ident: string;
  readonly kind: ChangeKind;
}

/** Formats a line of the column `entries`. Idents contain no blanks. */
function entryOf({ kind, resource, ident }: Change): string {
  return `${kind} ${resource} ${ident}`;
}

export function changesIn(entries: string): readonly Change[] {
  return entries.split('\n').map((entry) => {
    const [kind, resource, ident] = entry.split(' ') as [ChangeKind, ChangedResource, string];
    return { resource, ident, kind };
  });
}
