import type { Database } from '../../../../workers/database/database.ts';

type Row = Readonly<Record<string, unknown>> & { readonly account_id: number };

const next =
  'UPDATE number_sequences SET next_number = LAST_INSERT_ID(next_number + 1) WHERE account_id = ? AND resource = ?';

/** Draws the next number of an account in one statement. The transaction holds the sequence from here on. */
async function nextNumber(transaction: Database, account: number, resource: string): Promise<string> {
  const [{ insertId }] = await transaction.raw(next, [account, resource]);
  return String(insertId - 1);
}

/**
 * Builds the insert of rows with these columns, once for all requests. A row without a number gets the first generated one
 * that is free: one statement checks that and inserts.
 */
export function numberedInsert(resource: 'article' | 'customer', columns: readonly string[]) {
  const table = `${resource}s`;
  const number = `${resource}_nr`;
  const values = columns.map(() => '?').join(', ');
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM DUAL`;
  const unlessTaken = `${insert} WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE account_id = ? AND ${number} = ?)`;

  return async (transaction: Database, row: Row): Promise<void> => {
    const valuesOf = (numbered: Row) => columns.map((column) => numbered[column] as never);
    if (row[number] !== '') return void (await transaction.raw(insert, valuesOf(row)));
    for (let isFree = false; !isFree; ) {
      const drawn = await nextNumber(transaction, row.account_id, resource);
      const values = valuesOf({ ...row, [number]: drawn });
      const [{ affectedRows }] = await transaction.raw(unlessTaken, [...values, row.account_id, drawn]);
      isFree = affectedRows === 1;
    }
  };
}
