import type { Database } from '../../database/database.ts';
import { queryRows } from '../../database/pool.ts';
import { type Condition, type Criterion, joined } from './conditions.ts';
import type { ListOrder, ListTable } from './listTable.ts';

/** Matches of a criterion that are counted before a page. If there are more, a list walks through the records instead. */
export const maxProbed = 4_000;

/** Largest total that is counted. */
export const maxTotal = 10_000;

/**
 * Column without an index, for MySQL alone. From the index alone, MySQL could scan all of it instead of a range while its
 * statistics are from a time with few records.
 */
const andRow = '/*!80001 , revision */';
/** Stands for `andRow` in the other selects of a union. */
const nothing = '/*!80001 , 0 */';

export interface Probe {
  readonly account: number;
  readonly criterion: Criterion;
}

export interface Order extends ListOrder {
  readonly isDescending: boolean;
}

/** Place of a record in an order. */
export interface Place {
  readonly ident: string;
  /** Value of the order's column. */
  readonly key: string;
}

/** Records of an account: all, or those that a criterion finds. */
export interface ListSource {
  readonly account: number;
  /** Undefined for all records. */
  readonly source: Criterion | undefined;
  readonly others: readonly Condition[];
}

/** Reads idents of an account. A source that the order's index does not sort has at most `maxProbed` matches. */
export interface Scan extends ListSource {
  /** Undefined at the beginning. */
  readonly after: Place | undefined;
  readonly order: Order;
  readonly max: number;
}

/** Examined record. `matches` says that it meets all conditions. */
export interface Seen extends Place {
  readonly matches: boolean;
}

/** True if an index finds any number of the criterion's matches in this order. */
export function isOrderedBy({ branches, isOrdered }: Criterion, { index }: Order): boolean {
  if (index === 'PRIMARY') return isOrdered;
  return branches.length === 1 && branches[0]?.index === index;
}

/** Lists the idents of one table's records in order. Each method reads a bounded number of rows for each probe or scan. */
export class Lists {
  readonly #database: Database;
  readonly #table: ListTable;

  constructor(database: Database, table: ListTable) {
    this.#database = database;
    this.#table = table;
  }

  /** Counts the matches of each probe, from indexes alone. A number above `maxProbed` only says that there are more. */
  async count(probes: readonly Probe[]): Promise<readonly number[]> {
    const counts = probes.map(() => 0);
    const selects = probes.flatMap(({ account, criterion }, nr) =>
      criterion.branches.map(({ index, ...condition }) => {
        const { sql, bindings } = this.#within(account, condition);
        return {
          sql: `(select ${nr} as nr${andRow} from ${this.#by(index)} where ${sql} limit ${maxProbed + 1})`,
          bindings,
        };
      }),
    );
    const { sql, bindings } = joined(selects, ' union all ');
    const rows = await queryRows<{ nr: number; found: number }>(this.#database, {
      sql: `select nr, count(*) as found from (${sql}) as hits group by nr`,
      bindings,
    });
    for (const { nr, found } of rows) counts[nr] = found;
    return counts;
  }

  /**
   * Counts the records of each source, up to `maxTotal`. Undefined if more rows than that would have to be read.
   */
  async totals(sources: readonly ListSource[]): Promise<readonly (number | undefined)[]> {
    const totals: (number | undefined)[] = sources.map(() => 0);
    const selects = sources.map((source, nr) => this.#counted(source, nr));
    const rows = await queryRows<{ nr: number; examined: number; matching: number | string | null }>(
      this.#database,
      joined(selects, ' union all '),
    );
    for (const { nr, examined, matching } of rows) {
      const isCut = examined > maxTotal && Number(matching) < maxTotal;
      totals[nr] = isCut ? undefined : Math.min(Number(matching), maxTotal);
    }
    return totals;
  }

  #counted({ account, source, others }: ListSource, nr: number): Condition {
    const { table, ident } = this.#table;
    const branches = source?.branches ?? [{ index: 'PRIMARY', sql: '1 = 1', bindings: [] }];
    const found = joined(
      branches.map(({ index, ...condition }) => {
        const { sql, bindings } = this.#within(account, condition);
        return {
          sql: `(select ${ident} as ident${andRow} from ${this.#by(index)} where ${sql} limit ${maxTotal + 1})`,
          bindings,
        };
      }),
      ' union ',
    );
    const select = `select ${nr} as nr, count(*) as examined,`;
    if (others.length === 0)
      return { ...found, sql: `(${select} count(*) as matching from (${found.sql}) as found)` };
    const matches = joined(others, ' and ');
    const sql = `(${select} sum(${matches.sql}) as matching from (${found.sql}) as found
      straight_join ${table} force index (PRIMARY) on ${table}.account_id = ? and ${table}.${ident} = found.ident)`;
    return { sql, bindings: [...matches.bindings, ...found.bindings, account] };
  }

  /** Returns what each scan sees, in its order. Fewer than its `max` means the end. */
  async scan(scans: readonly Scan[]): Promise<readonly (readonly Seen[])[]> {
    const seen: Seen[][] = scans.map(() => []);
    const selects = scans.map((scan, nr) =>
      scan.source === undefined || isOrderedBy(scan.source, scan.order)
        ? this.#ordered(scan, nr)
        : this.#sorted(scan, nr),
    );
    const rows = await queryRows<{ nr: number; ident: string; sort_key: string; matches: number }>(
      this.#database,
      joined(selects, ' union all '),
    );
    for (const { nr, ident, sort_key: key, matches } of rows)
      seen[nr]?.push({ ident, key, matches: matches === 1 });
    for (const [nr, { order }] of scans.entries()) seen[nr]?.sort(comparison(order));
    return seen;
  }

  #ordered({ account, after: from, order, source, others, max }: Scan, nr: number): Condition {
    const { table, ident } = this.#table;
    const { index = order.index, ...condition } = source?.branches[0] ?? { sql: '1 = 1', bindings: [] };
    const where = this.#within(account, condition);
    const matches = allOf(others);
    const names = { ident: `${table}.${ident}`, key: `${table}.${order.column}` };
    const after = behind(from, order, names);
    const sql = `(select ${nr} as nr, ${names.ident} as ident, ${names.key} as sort_key,
      ${matches.sql} as matches${andRow} from ${this.#by(index)}
      where ${where.sql} and ${after.sql} order by ${orderBy(order, names)} limit ${max})`;
    return { sql, bindings: [...matches.bindings, ...where.bindings, ...after.bindings] };
  }

  /** Sorts few matches. The limit comes first, so that no more of them are read. */
  #sorted({ account, after: from, order, source, others, max }: Scan, nr: number): Condition {
    const { table, ident } = this.#table;
    const found = (source as Criterion).branches.map(({ index, ...condition }) => {
      const { sql, bindings } = this.#within(account, condition);
      return {
        sql: `(select ${ident} as ident, ${order.column} as sort_key${andRow} from ${this.#by(index)} where ${sql} limit ${maxProbed + 1})`,
        bindings,
      };
    });
    const union = joined(found, ' union ');
    const after = behind(from, order, sortedNames);
    const sorted = {
      sql: `select ident, sort_key from (${union.sql}) as found where ${after.sql}
        order by ${orderBy(order, sortedNames)} limit ${max}`,
      bindings: [...union.bindings, ...after.bindings],
    };
    if (others.length === 0)
      return {
        ...sorted,
        sql: `(select ${nr} as nr, ident, sort_key, 1 as matches${nothing} from (${sorted.sql}) as hits)`,
      };
    const matches = allOf(others);
    const sql = `(select ${nr} as nr, hits.ident, hits.sort_key, ${matches.sql} as matches${nothing} from (${sorted.sql}) as hits
      straight_join ${table} on ${table}.account_id = ? and ${table}.${ident} = hits.ident)`;
    return { sql, bindings: [...matches.bindings, ...sorted.bindings, account] };
  }

  #within(account: number, { sql, bindings }: Condition): Condition {
    return { sql: `${this.#table.table}.account_id = ? and (${sql})`, bindings: [account, ...bindings] };
  }

  /** The hint keeps the database from choosing an index in which it has to read the whole account. */
  #by(index: string): string {
    return `${this.#table.table} force index (${index})`;
  }
}

/** Columns of a place, as a statement names them. */
interface PlaceNames {
  readonly ident: string;
  readonly key: string;
}

const sortedNames: PlaceNames = { ident: 'ident', key: 'sort_key' };

function orderBy({ isDescending }: Order, { ident, key }: PlaceNames): string {
  const direction = isDescending ? 'desc' : 'asc';
  return key === ident ? `${ident} ${direction}` : `${key} ${direction}, ${ident} ${direction}`;
}

/** Returns the condition that a record comes after a place. */
function behind(after: Place | undefined, { isDescending }: Order, { ident, key }: PlaceNames): Condition {
  // A range of the index: MySQL would estimate a reference by its statistics, without a look at the index.
  if (after === undefined && key === ident && !isDescending) return { sql: `${ident} > ?`, bindings: [''] };
  if (after === undefined) return { sql: '1 = 1', bindings: [] };
  const sign = isDescending ? '<' : '>';
  if (key === ident) return { sql: `${ident} ${sign} ?`, bindings: [after.ident] };
  return {
    sql: `(${key} ${sign} ? or (${key} = ? and ${ident} ${sign} ?))`,
    bindings: [after.key, after.key, after.ident],
  };
}

function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? { sql: '1', bindings: [] } : joined(conditions, ' and ');
}

/** Compares as the database does: letter by letter, without trailing blanks, then by ident. */
function comparison({ isDescending }: Order): (one: Place, other: Place) => number {
  const sign = isDescending ? -1 : 1;
  return (one, other) => {
    const order = one.key === other.key ? 0 : Buffer.compare(bytesOf(one.key), bytesOf(other.key));
    return sign * (order || (one.ident < other.ident ? -1 : 1));
  };
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key.replace(/ +$/, ''));
}
