import type { Database } from '../database/database.ts';
import { byIndex } from './scope.ts';

/** Place of a change in the history of its record. */
export interface HistoryPosition {
  readonly revision: number;
  /** Empty for a change of the record itself. */
  readonly address: string;
}

export interface HistoryRequest {
  readonly account: number;
  readonly ident: string;
  /** Only older changes. */
  readonly before: HistoryPosition | undefined;
  readonly limit: number;
}

export interface HistoryRow {
  readonly revision: number;
  readonly address_ident: string;
  readonly app_id: string;
  readonly operation: string;
  /** JSON: field, old and new value of each changed field. */
  readonly changes: string;
  readonly date_created: string;
}

const columns = ['revision', 'address_ident', 'app_id', 'operation', 'changes', 'date_created'];
const newestFirst = ['revision', 'address_ident'].map((column) => ({ column, order: 'desc' as const }));

export class HistoryReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the changes of each record, the newest first. */
  async read(wanted: readonly HistoryRequest[]): Promise<readonly (readonly HistoryRow[])[]> {
    const lists: HistoryRow[][] = wanted.map(() => []);
    if (wanted.length === 0) return lists;
    const queries = wanted.map((request, reader) => this.#rowsOf(request, reader));
    const rows: readonly (HistoryRow & { readonly reader: number })[] = await this.#database
      .select('*')
      .from(this.#database.unionAll(queries, true).as('found'))
      .orderBy(['reader', ...newestFirst]);
    for (const { reader, ...row } of rows) lists[reader]?.push(row);
    return lists;
  }

  #rowsOf({ account, ident, before, limit }: HistoryRequest, reader: number) {
    const rows = byIndex(this.#database, 'record_history')
      .select(this.#database.raw('? as reader', [reader]), ...columns)
      .where({ account_id: account, record_ident: ident })
      // SQL ignores trailing blanks.
      .whereRaw('CHAR_LENGTH(record_ident) = CHAR_LENGTH(?)', [ident])
      // Without the constant columns before these: with them, MariaDB reads all changes of the record, and sorts them.
      .orderBy(newestFirst)
      .limit(limit);
    if (before === undefined) return rows;
    return rows
      .where('revision', '<=', before.revision)
      .whereNot((same) =>
        same.where('revision', before.revision).where('address_ident', '>=', before.address),
      );
  }
}
