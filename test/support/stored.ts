import { database } from './servers.ts';

export type Table =
  | 'customers'
  | 'addresses'
  | 'articles'
  | 'orders'
  | 'order_items'
  | 'inbox'
  | 'number_sequences';
export type Columns = Readonly<Record<string, unknown>>;

/** The rows of an account as they are stored: amounts and times as strings. */
export async function storedRows(
  table: Table,
  account: number,
  where: Columns = {},
): Promise<readonly Columns[]> {
  return database()(table).where({ account_id: account, ...where });
}

/** Returns the row of an account that has these values. */
export async function storedRow(table: Table, account: number, where: Columns): Promise<Columns> {
  const rows = await storedRows(table, account, where);
  if (rows.length !== 1) throw new Error(`${rows.length} rows in ${table}, not one`);
  return rows[0] as Columns;
}
