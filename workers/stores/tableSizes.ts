import type { Database } from '../database/database.ts';

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

  /** Returns the bytes of rows and indexes by table. MySQL would report sizes that are up to a day old. */
  async read(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.#database.transaction(async (session): Promise<readonly TableSize[]> => {
      const [[{ version }]] = await session.raw('SELECT VERSION() AS version');
      if (!version.includes('MariaDB')) await session.raw('SET SESSION information_schema_stats_expiry = 0');
      const [sizes] = await session.raw(statement);
      return sizes;
    });
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  }
}

const statement = `SELECT table_name AS name, data_length + index_length AS bytes
  FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`;
