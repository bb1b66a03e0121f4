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

/**
 * All rows of an insert, as one binding that the driver replaces by its text. A set has thousands of values: with a binding for
 * each, Knex writes as many placeholders, and the driver searches for them one by one.
 */
export class RowValues implements Expression {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];

  constructor(columns: readonly string[], rows: readonly Row[]) {
    this.columns = columns;
    this.rows = rows;
  }

  toSqlString(): string {
    let text = '';
    for (const row of this.rows) {
      let values = '';
      for (const column of this.columns) values += `${values === '' ? '' : ','}${literal(row[column])}`;
      text += `${text === '' ? '' : ','}(${values})`;
    }
    return text;
  }
}

/** Inserts at least one row; all have the same columns. A column whose value is undefined gets its default. */
export function insertRows(database: Database, table: string, rows: readonly Row[]): Knex.Raw {
  const columns = columnsOf(rows);
  return inserted(database, insertionInto(table, columns), columns, rows);
}

/** Inserts rows, or writes all their columns into the rows that have the same primary key. */
export function replaceRows(database: Database, table: string, rows: readonly Row[]): Knex.Raw {
  const columns = columnsOf(rows);
  const merged = columns.map((column) => `\`${column}\` = values(\`${column}\`)`).join(', ');
  const statement = `${insertionInto(table, columns)} on duplicate key update ${merged}`;
  return inserted(database, statement, columns, rows);
}

function inserted(
  database: Database,
  statement: string,
  columns: readonly string[],
  rows: readonly Row[],
): Knex.Raw {
  return database.raw(statement, [new RowValues(columns, rows)] as unknown as Knex.RawBinding[]);
}

function insertionInto(table: string, columns: readonly string[]): string {
  return `insert into \`${table}\` (${columns.map((column) => `\`${column}\``).join(', ')}) values ?`;
}

function columnsOf([first = {}]: readonly Row[]): readonly string[] {
  return Object.keys(first);
}

/** Characters that end a text in single quotes, or begin an escape in it. */
const special = /['\\]/;

function literal(value: unknown): string {
  if (typeof value === 'string' && !special.test(value)) return `'${value}'`;
  return value === undefined ? 'DEFAULT' : escape(value as SqlValue);
}
