import type { Database } from '../database/database.ts';
import type { RecordTable, Row } from './recordTable.ts';
import { byIndex, recordKey, type Scoped, wantedRows } from './scope.ts';

/** How many records have a value in an indexed column. */
export interface Count extends Scoped {
  readonly count: number;
  /** The ident of the oldest one. */
  readonly oldest: string;
}

/** The records of one table that have values in indexed columns: counts and idents, from the index alone unless a source is given. */
export class Hits {
  readonly #database: Database;
  readonly #names: RecordTable;

  constructor(database: Database, names: RecordTable) {
    this.#database = database;
    this.#names = names;
  }

  /**
   * How many records have each value, by account and value. Each is counted by itself: for several at once, MySQL could scan the whole
   * index, as long as its statistics are from when there were few records.
   */
  async count(
    field: string,
    wanted: readonly Scoped[],
    source: Row = {},
  ): Promise<ReadonlyMap<string, Count>> {
    if (wanted.length === 0) return new Map();
    const { table, ident, indexes } = this.#names;
    const distinct = new Map(wanted.map((each) => [recordKey(each.account, each.value), each]));
    const each = wantedRows('value', [...distinct.values()]);
    const others = Object.entries(source);
    const same = [`${table}.account_id = wanted.account_id`, `${table}.${field} = wanted.value`];
    const statement = `select wanted.account_id as account, wanted.value, (
        select concat(count(*), ' ', min(${ident})) from ${table} force index (${indexes[field]})
        where ${[...same, ...others.map(() => '?? = ?')].join(' and ')}
      ) as hits from ${each.sql}`;
    const [rows] = await this.#database.raw(statement, [...others.flat(), ...each.bindings] as never);
    return new Map((rows as readonly Row[]).flatMap(countOf));
  }

  /** The idents of at most `max` records of each value, by account and value, the oldest one first. */
  async oldest(
    field: string,
    wanted: readonly Scoped[],
    max: number,
    source: Row = {},
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const idents = new Map(wanted.map(({ account, value }) => [recordKey(account, value), [] as string[]]));
    if (wanted.length === 0) return idents;
    const of = ({ account, value }: Scoped) =>
      this.#byIndexOf(field)
        .select('account_id', `${field} as value`, `${this.#names.ident} as ident`)
        .where({ ...source, account_id: account, [field]: value })
        .orderBy('ident')
        .limit(max);
    const rows: readonly Row[] = await this.#database.unionAll(wanted.map(of), true).orderBy('ident');
    for (const { account_id, value, ident } of rows)
      idents.get(recordKey(account_id as number, value as string))?.push(ident as string);
    return idents;
  }

  /** Without the hint, the database reads the rows of the account instead if most of them have the same value. */
  #byIndexOf(field: string) {
    const { table, indexes } = this.#names;
    return byIndex(this.#database, table, indexes[field]);
  }
}

/** None if no record has the value: then the text is NULL. */
function countOf({ account, value, hits }: Row): readonly (readonly [string, Count])[] {
  if (hits === null) return [];
  const [count, oldest = ''] = (hits as string).split(' ');
  const each = { account: account as number, value: value as string };
  return [[recordKey(each.account, each.value), { ...each, count: Number(count), oldest }]];
}
