import type { Database } from '../database/database.ts';
import { queryRows } from '../database/pool.ts';

interface TableSize {
  readonly name: string;
  readonly bytes: number | string;
}

/** Sizes of the tables, as the database estimates them. */
export class TableSizes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the bytes of rows and indexes by table. */
  async read(): Promise<Readonly<Record<string, number>>> {
    const rows = await queryRows<TableSize>(this.#database, { sql });
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  }
}

const sql = `SELECT table_name AS name, data_length + index_length AS bytes
  FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`;
