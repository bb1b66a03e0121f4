import type { Database } from '../database/database.ts';
import { queryRows } from '../database/pool.ts';
import type { ImportedTable, Row } from './recordTable.ts';
import { beyond, byIndex, maxBeside, recordKey, type Scoped, unlessMany, wantedRows } from './scope.ts';

export type Hit = Counted | Uncounted;

export type Count = Scoped & Hit;

interface Counted {
  readonly kind: 'counted';
  readonly count: number;
  readonly oldest: string;
}

/** Marks a value that so many records have that counting them would delay other calls. */
interface Uncounted {
  readonly kind: 'uncounted';
}

/** Counts and finds the records of one table by values of indexed columns. Reads the index alone unless a source is given. */
export class Hits {
  readonly #database: Database;
  readonly #table: ImportedTable;
  readonly #mayBeExpensive: boolean;

  constructor(database: Database, table: ImportedTable, mayBeExpensive: boolean) {
    this.#database = database;
    this.#table = table;
    this.#mayBeExpensive = mayBeExpensive;
  }

  /**
   * Counts the records of each value, by account and value. Values without a record have no entry. Each is counted by itself:
   * for several at once, MySQL could scan the whole index while its statistics are from a time with few records.
   */
  async count(
    field: string,
    wanted: readonly Scoped[],
    source: Row = {},
  ): Promise<ReadonlyMap<string, Count>> {
    if (wanted.length === 0) return new Map();
    const distinct = new Map(wanted.map((each) => [recordKey(each.account, each.value), each]));
    const each = wantedRows('value', [...distinct.values()]);
    const others = Object.entries(source);
    const having = this.#having(field);
    const ofSource = others.map(() => 'and ?? = ?').join(' ');
    const counted = `coalesce((select concat(count(*), ' ', min(${this.#table.ident})) ${having} ${ofSource}), '0')`;
    // No index has the source.
    const max = maxBeside(distinct.size, others.length > 0 ? 'rows' : 'entries');
    const hits = this.#mayBeExpensive ? counted : unlessMany(`select 1 ${having}`, max, counted);
    const sql = `select wanted.account_id as account, wanted.value, ${hits} as hits from ${each.sql}`;
    const bindings = [...(others.flat() as string[]), ...each.bindings];
    const rows = await queryRows<Row>(this.#database, { sql, bindings });
    return new Map(rows.flatMap(countOf));
  }

  /** Finds the values that too many records have, by account and value. Empty in a set that runs apart. */
  async uncounted(field: string, wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    if (this.#mayBeExpensive || wanted.length === 0) return new Set();
    const each = wantedRows('value', wanted);
    const isMany = `${beyond(`select 1 ${this.#having(field)}`, maxBeside(wanted.length, 'rows'))} is not null`;
    const sql = `select wanted.account_id as account, wanted.value from ${each.sql} and ${isMany}`;
    const rows = await queryRows<Scoped>(this.#database, { sql, bindings: each.bindings });
    return new Set(rows.map(({ account, value }) => recordKey(account, value)));
  }

  #having(field: string): string {
    const { table, indexes } = this.#table;
    return `from ${table} force index (${indexes[field]})
      where ${table}.account_id = wanted.account_id and ${table}.${field} = wanted.value`;
  }

  /** Returns the idents of at most `max` records of each value, by account and value, the oldest first. */
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
        .select('account_id', `${field} as value`, `${this.#table.ident} as ident`)
        .where({ ...source, account_id: account, [field]: value })
        .orderBy('ident')
        .limit(max);
    const rows: readonly Row[] = await this.#database.unionAll(wanted.map(of), true).orderBy('ident');
    for (const { account_id, value, ident } of rows)
      idents.get(recordKey(account_id as number, value as string))?.push(ident as string);
    return idents;
  }

  /** The hint keeps the database from reading the rows of the account if most of them have the same value. */
  #byIndexOf(field: string) {
    const { table, indexes } = this.#table;
    return byIndex(this.#database, table, indexes[field]);
  }
}

/** Returns no entry for a value without records. `hits` is NULL if they were not counted. */
function countOf({ account, value, hits }: Row): readonly (readonly [string, Count])[] {
  const each = { account: account as number, value: value as string };
  const key = recordKey(each.account, each.value);
  if (hits === null) return [[key, { ...each, kind: 'uncounted' }]];
  const [count, oldest] = (hits as string).split(' ');
  return oldest === undefined ? [] : [[key, { ...each, kind: 'counted', count: Number(count), oldest }]];
}
