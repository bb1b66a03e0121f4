import type { Knex } from 'knex';
import { escape, type SqlValue } from 'mysql2';
import type { Database } from '../database/database.ts';
import type { Row } from './recordTable.ts';

/** Stands for an SQL expression among the values of a row. */
export interface Expression {
  readonly toSqlString: () => string;
}

export function expression(sql: string): Expression {
  return { toSqlString: () => sql };
}

/** Rows of an insert, as one binding that the driver replaces by its text. */
export interface RowValues extends Expression {
  /** Function, since Knex looks through the values of an object. */
  readonly rows: () => readonly Row[];
}

/** Characters that end a text in single quotes, or begin an escape in it. */
const special = /['\\]/;

/**
 * Inserts at least one row; all have the same columns. A column whose value is undefined gets its default. Rows that have the
 * primary key of a stored one fail, or write all their columns into it. A set has thousands of values: with a binding for each,
 * Knex would write as many placeholders, and the driver would search for them one by one.
 */
export function insertRows(
  database: Database,
  table: string,
  rows: readonly Row[],
  onRepeat: 'fail' | 'overwrite' = 'fail',
): Knex.Raw {
  const columns = Object.keys(rows[0] ?? {});
  const toSqlString = () => {
    let text = '';
    for (const row of rows) {
      let values = '';
      for (const column of columns) {
        const value = row[column];
        const isPlain = typeof value === 'string' && !special.test(value);
        const given = isPlain ? `'${value}'` : escape(value as SqlValue);
        values += `${values === '' ? '' : ','}${value === undefined ? 'DEFAULT' : given}`;
      }
      text += `${text === '' ? '' : ','}(${values})`;
    }
    return text;
  };
  let statement = `insert into \`${table}\` (\`${columns.join('`, `')}\`) values ?`;
  if (onRepeat === 'overwrite') {
    const merged = columns.map((column) => `\`${column}\` = values(\`${column}\`)`);
    statement += ` on duplicate key update ${merged.join(', ')}`;
  }
  const values: RowValues = { rows: () => rows, toSqlString };
  return database.raw(statement, [values] as unknown as Knex.RawBinding[]);
}
