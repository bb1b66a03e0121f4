import type { ChangedResource, ChangeKind } from '../../shared/contract/resources/change.ts';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import type { Row } from './recordTable.ts';

/** The limit keeps rows small: `changes.list` reads whole rows. */
export const maxChangesInRow = 256;

/**
 * Rows that may be sent with COMMIT. A larger delete sends rows before it, since a server limits the bytes of one statement.
 */
const maxDeferredRows = 64;

interface ChangedRecord {
  readonly account: number;
  readonly ident: string;
}

/** Stands for no fields: an update that left all values as they were. */
const noFields = '-';

/** Records the changes of a set's transaction. The stores note what they write, so that no operation can forget it. */
export class ChangeWriter {
  readonly #database: Database;
  /** Entries by account, in the order in which they were noted. */
  readonly #noted = new Map<number, string[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  note(kind: ChangeKind, resource: ChangedResource, changed: readonly ChangedRecord[]): void {
    for (const { account, ident } of changed) this.#add(account, kind, resource, ident);
  }

  noteRows(kind: 'created' | 'deleted', resource: ChangedResource, rows: readonly Row[]): void {
    const column = `${resource}_ident`;
    for (const row of rows) this.#add(row.account_id as number, kind, resource, row[column] as string);
  }

  /** Notes updates of rows, each with the names of the fields that it changes. */
  noteUpdates(
    resource: ChangedResource,
    rows: readonly Row[],
    fieldsOf: (index: number) => readonly string[],
  ): void {
    const column = `${resource}_ident`;
    for (const [index, row] of rows.entries()) {
      const fields = fieldsOf(index).join() || noFields;
      this.#add(row.account_id as number, 'updated', resource, `${row[column] as string} ${fields}`);
    }
  }

  /** Adds a line of the column `entries`. Idents and names of fields contain no blanks. */
  #add(account: number, kind: ChangeKind, resource: ChangedResource, changed: string): void {
    addToGroup(this.#noted, account, `${kind} ${resource} ${changed}`);
  }

  /**
   * Sends the last statements of the transaction: the lock on positions is held until COMMIT and for no round trip
   * (docs/testing.md#changes). Resolves to the accounts with changes.
   */
  async record(): Promise<readonly number[]> {
    if (this.#noted.size === 0) return [];
    const noted = [...this.#noted].toSorted(([one], [other]) => one - other);
    await this.#advance(noted);
    const accounts: number[] = [];
    let rows = 0;
    for (const [account, entries] of noted) {
      accounts.push(account);
      for (const insert of this.#inserts(account, entries)) {
        rows += 1;
        await (rows % maxDeferredRows === 0 ? insert : deferred(insert));
      }
    }
    return accounts;
  }

  async #advance(noted: readonly (readonly [account: number, entries: readonly string[]])[]): Promise<void> {
    const values: string[] = [];
    const bindings: number[] = [];
    for (const [account, entries] of noted) {
      values.push('(?, ?)');
      bindings.push(account, entries.length);
    }
    const statement = `INSERT INTO change_positions (account_id, last_position) VALUES ${values.join(', ')}
      ON DUPLICATE KEY UPDATE last_position = last_position + VALUES(last_position)`;
    await deferred(this.#database.raw(statement, bindings));
  }

  *#inserts(account: number, entries: readonly string[]) {
    const statement = `INSERT INTO changes (account_id, position, size, entries, date_created)
      SELECT account_id, last_position - ?, ?, ?, UTC_TIMESTAMP() FROM change_positions WHERE account_id = ?`;
    for (let start = 0; start < entries.length; start += maxChangesInRow) {
      const some = entries.slice(start, start + maxChangesInRow);
      const behind = entries.length - start - some.length;
      yield this.#database.raw(statement, [behind, some.length, some.join('\n'), account]);
    }
  }
}

export interface Change {
  readonly resource: ChangedResource;
  readonly ident: string;
  readonly kind: ChangeKind;
  /** Names of the fields that an update has changed. */
  readonly fields?: string[];
}

export function changesIn(entries: string): readonly Change[] {
  return entries.split('\n').map((entry) => {
    const [kind, resource, ident, fields] = entry.split(' ') as [
      ChangeKind,
      ChangedResource,
      string,
      string?,
    ];
    const change = { resource, ident, kind };
    return fields === undefined
      ? change
      : { ...change, fields: fields === noFields ? [] : fields.split(',') };
  });
}
