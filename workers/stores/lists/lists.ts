import type { Database } from '../../database/database.ts';
import type { Condition, Criterion } from './conditions.ts';
import type { ListTable } from './listTable.ts';

/** Matches of a criterion that are counted before a page. If there are more, a list walks through the records instead. */
export const maxProbed = 4_000;

/**
 * A column without an index, for MySQL alone. From the index alone, MySQL could scan all of it instead of a range while its
 * statistics are from a time with few records.
 */
const andRow = '/*!80001 , revision */';
/** Stands for `andRow` in the other selects of a union. */
const nothing = '/*!80001 , 0 */';

export interface Probe {
  readonly account: number;
  readonly criterion: Criterion;
}

/** A read of an account's idents, from all its records or from those that a criterion finds. */
export interface Scan {
  readonly account: number;
  /** Empty at the beginning. */
  readonly after: string;
  /** Undefined for all records. A source that is not ordered has at most `maxProbed` matches. */
  readonly source: Criterion | undefined;
  readonly others: readonly Criterion[];
  readonly max: number;
}

/** An examined ident. `matches` says that its record meets all conditions. */
export interface Seen {
  readonly ident: string;
  readonly matches: boolean;
}

/** Lists the idents of one table's records in order. Each method reads a bounded number of rows for each probe or scan. */
export class Lists {
  readonly #database: Database;
  readonly #names: ListTable;

  constructor(database: Database, names: ListTable) {
    this.#database = database;
    this.#names = names;
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
    const rows = await this.#rows<{ nr: number; found: number }>({
      sql: `select nr, count(*) as found from (${sql}) as hits group by nr`,
      bindings,
    });
    for (const { nr, found } of rows) counts[nr] = found;
    return counts;
  }

  /** Returns what each scan sees, in the order of idents. Fewer than its `max` means the end. */
  async scan(scans: readonly Scan[]): Promise<readonly (readonly Seen[])[]> {
    const seen: Seen[][] = scans.map(() => []);
    const selects = scans.map((scan, nr) =>
      scan.source === undefined || scan.source.isOrdered ? this.#ordered(scan, nr) : this.#sorted(scan, nr),
    );
    const rows = await this.#rows<{ nr: number; ident: string; matches: number }>(
      joined(selects, ' union all '),
    );
    for (const { nr, ident, matches } of rows) seen[nr]?.push({ ident, matches: matches === 1 });
    for (const each of seen) each.sort((a, b) => (a.ident < b.ident ? -1 : 1));
    return seen;
  }

  #ordered({ account, after, source, others, max }: Scan, nr: number): Condition {
    const { table, ident } = this.#names;
    const { index = 'PRIMARY', ...condition } = source?.branches[0] ?? { sql: '1 = 1', bindings: [] };
    const where = this.#within(account, condition);
    const matches = allOf(others);
    const sql = `(select ${nr} as nr, ${table}.${ident} as ident, ${matches.sql} as matches${andRow} from ${this.#by(index)}
      where ${where.sql} and ${table}.${ident} > ? order by ${table}.${ident} limit ${max})`;
    return { sql, bindings: [...matches.bindings, ...where.bindings, after] };
  }

  /** Sorts few matches. The limit comes first, so that no more of them are read. */
  #sorted({ account, after, source, others, max }: Scan, nr: number): Condition {
    const { table, ident } = this.#names;
    const found = (source as Criterion).branches.map(({ index, ...condition }) => {
      const { sql, bindings } = this.#within(account, condition);
      return {
        sql: `(select ${ident} as ident${andRow} from ${this.#by(index)} where ${sql} limit ${maxProbed + 1})`,
        bindings,
      };
    });
    const union = joined(found, ' union ');
    const sorted = {
      sql: `select ident from (${union.sql}) as found where ident > ? order by ident limit ${max}`,
      bindings: [...union.bindings, after],
    };
    if (others.length === 0)
      return {
        ...sorted,
        sql: `(select ${nr} as nr, ident, 1 as matches${nothing} from (${sorted.sql}) as hits)`,
      };
    const matches = allOf(others);
    const sql = `(select ${nr} as nr, hits.ident, ${matches.sql} as matches${nothing} from (${sorted.sql}) as hits
      straight_join ${table} on ${table}.account_id = ? and ${table}.${ident} = hits.ident)`;
    return { sql, bindings: [...matches.bindings, ...sorted.bindings, account] };
  }

  #within(account: number, { sql, bindings }: Condition): Condition {
    return { sql: `${this.#names.table}.account_id = ? and (${sql})`, bindings: [account, ...bindings] };
  }

  /** The hint keeps the database from choosing an index in which it has to read the whole account. */
  #by(index: string): string {
    return `${this.#names.table} force index (${index})`;
  }

  async #rows<Row>({ sql, bindings }: Condition): Promise<readonly Row[]> {
    const [rows] = (await this.#database.raw(sql, [...bindings])) as [readonly Row[]];
    return rows;
  }
}

function joined(conditions: readonly Condition[], word: string): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(word),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

function allOf(criteria: readonly Criterion[]): Condition {
  if (criteria.length === 0) return { sql: '1', bindings: [] };
  const each = criteria.map(({ branches }) => {
    const { sql, bindings } = joined(
      branches.map(({ rest, ...branch }) => {
        const { sql, bindings } = rest ? joined([branch, rest], ' and ') : branch;
        return { sql: `(${sql})`, bindings };
      }),
      ' or ',
    );
    return { sql: `(${sql})`, bindings };
  });
  return joined(each, ' and ');
}
