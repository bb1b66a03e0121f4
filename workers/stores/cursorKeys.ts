import { Cursors } from '../../shared/contract/keys/cursors.ts';
import type { Database } from '../database/database.ts';

/** Cached by pool, since the key never changes. */
const cached = new WeakMap<Database, Cursors>();

/** Key that signs cursors, which all workers of a database share. It gives no access: a cursor is only a position. */
export class CursorKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async cursors(): Promise<Cursors> {
    const cursorsOfPool = cached.get(this.#database);
    if (cursorsOfPool) return cursorsOfPool;
    const [row] = await this.#database<{ id: number; cursor_key: string }>('cursor_keys')
      .select('cursor_key')
      .where({ id: 1 });
    if (!row) throw new Error('the table cursor_keys is empty: restore it, or put a new key into it');
    const cursors = new Cursors(Buffer.from(row.cursor_key, 'base64'));
    cached.set(this.#database, cursors);
    return cursors;
  }
}
