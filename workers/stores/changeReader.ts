import type { Knex } from 'knex';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Database } from '../database/database.ts';
import { type Change, changesIn, maxChangesInRow } from './changeWriter.ts';
import { byIndex } from './scope.ts';

export interface ChangesState {
  /** Cursors of another epoch have expired. */
  readonly epoch: string;
  readonly cursorKey: string;
  /** Keys are accounts. Accounts that never changed are missing. */
  readonly positions: ReadonlyMap<number, Positions>;
}

export interface Positions {
  readonly last: number;
  /** Changes up to this position are no longer kept. */
  readonly purged: number;
}

export interface ChangesRequest {
  readonly account: number;
  readonly after: number;
  readonly limit: number;
}

/** `date` is the time of its transaction. */
export interface ListedChange extends Change {
  readonly position: number;
  readonly date: string;
}

/** Returns a change as clients see it, in answers and in webhooks. */
export function changeEntry({ position: _, ...change }: ListedChange) {
  return change;
}

interface Filter {
  readonly resources?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
}

/** True for a change that a client asks for. Without names, it asks for all. */
export function isWanted({ resource, kind }: ListedChange, { resources, kinds }: Filter): boolean {
  return resources?.includes(resource) !== false && kinds?.includes(kind) !== false;
}

interface Row {
  readonly reader: number;
  readonly position: number;
  readonly size: number;
  readonly entries: string;
  readonly date_created: string;
}

/** Rows that count reads. With several, readers that commit at the same time seldom wait for each other. */
const slots = 16;

export class ChangeReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Expires all cursors: after a restore, positions are given again to other changes. */
  async expireCursors(): Promise<void> {
    await this.#database('change_feed').where({ id: 1 }).update({ epoch: newId() });
  }

  async look(accounts: readonly number[]): Promise<ChangesState> {
    // One statement: the row of the epoch comes first.
    const [epochRow, ...accountRows] = await this.#database('change_feed')
      .select(['epoch', 'cursor_key'])
      .select(this.#database.raw('NULL as account_id, NULL as last_position, NULL as purged_position'))
      .where({ id: 1 })
      .unionAll(
        byIndex(this.#database, 'change_positions')
          .select(this.#database.raw('NULL, NULL'))
          .select('account_id', 'last_position', 'purged_position')
          .whereIn('account_id', [...new Set(accounts)]),
      );
    if (!epochRow) throw new Error('the table change_feed is empty');
    return {
      epoch: epochRow.epoch,
      cursorKey: epochRow.cursor_key,
      positions: new Map(accountRows.map((row) => [Number(row.account_id), positionsIn(row)])),
    };
  }

  /**
   * Returns the changes right after each position, without a gap: a list ends where the next change is not found. That change
   * was purged, or is missing in the snapshot of the database, and the next read finds it.
   */
  async read(wanted: readonly ChangesRequest[]): Promise<readonly (readonly ListedChange[])[]> {
    if (wanted.length === 0) return [];
    const rows: readonly Row[] = await this.#database
      .select('*')
      .from(
        this.#database
          .unionAll(
            wanted.map((request, reader) => this.#rowsOf(request, reader)),
            true,
          )
          .as('found'),
      )
      .orderBy(['reader', 'position']);
    const byReader = groupBy(rows, ({ reader }) => reader);
    return wanted.map((request, reader) => withoutGap(byReader.get(reader) ?? [], request));
  }

  /**
   * Returns when everything that was read before is durable. InnoDB shows what a transaction wrote before its log is on disk.
   * After a crash, a change that was read could be gone, and its position be given to another change, which the reader would
   * then skip. The log is written in order, so COMMIT of a row of our own comes after all that was visible before.
   */
  async makeDurable(): Promise<void> {
    const slot = Math.floor(Math.random() * slots);
    const count = this.#database('change_reads').insert({ slot, reads: 1 });
    await count.onConflict().merge({ reads: this.#database.raw('?? + 1', ['change_reads.reads']) });
  }

  /** Rows have at most `maxChangesInRow` changes, and positions no gaps, so the range needs no limit. */
  #rowsOf({ account, after, limit }: ChangesRequest, reader: number): Knex.QueryBuilder {
    return byIndex(this.#database, 'changes')
      .select(this.#database.raw('? as reader', [reader]), 'position', 'size', 'entries', 'date_created')
      .where({ account_id: account })
      .whereBetween('position', [after + 1, after + limit + maxChangesInRow]);
  }
}

function withoutGap(rows: readonly Row[], { after, limit }: ChangesRequest): readonly ListedChange[] {
  const listed: ListedChange[] = [];
  for (const { position, size, entries, date_created: date } of rows) {
    const first = position - size + 1;
    const next = after + listed.length + 1;
    if (first > next || listed.length >= limit) break;
    const changes = changesIn(entries).slice(next - first);
    for (const [index, change] of changes.entries()) listed.push({ ...change, position: next + index, date });
  }
  return listed.slice(0, limit);
}

/** Returns the positions in a row of `change_positions`, whose driver gives numbers or texts. */
export function positionsIn(row: {
  readonly last_position: number | string;
  readonly purged_position: number | string;
}): Positions {
  return { last: Number(row.last_position), purged: Number(row.purged_position) };
}
