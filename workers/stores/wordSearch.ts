import { isOneTypo, typoHashes } from '../../shared/contract/values/queryText.ts';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/pool.ts';
import { type Condition, joined } from './lists/conditions.ts';
import type { QueriedTable } from './queriedTables.ts';
import { type Scoped } from './scope.ts';

/** Entries of a word that are counted and ranked at most. */
export const maxRanked = 1_000;

/** Records of the rarest word whose other words and fields are compared. */
export const maxCompared = 3_000;

/** Words that a typing error may mean: those that are read, and those that are used. */
const maxTypos = { read: 200, used: 8 };

/** Spelling of a word that was typed. */
export interface Spelling {
  readonly word: string;
  readonly isPrefix: boolean;
  readonly isTypo: boolean;
}

/** Word that was typed. A record has it if it has one of the spellings. */
export type Term = readonly Spelling[];

export interface Candidates {
  readonly account: number;
  /** Term whose records are read. */
  readonly source: Term;
  readonly others: readonly Term[];
  /** Conditions of the record's row. */
  readonly conditions: readonly Condition[];
}

export interface Candidate {
  readonly ident: string;
  /** Text of `wordsOf`, as the index has it. */
  readonly words: string;
}

/** Searches the index of one table. Each method reads a bounded number of entries for each of its items. */
export class WordSearch {
  readonly #database: Database;
  readonly searched: QueriedTable;

  constructor(database: Database, searched: QueriedTable) {
    this.#database = database;
    this.searched = searched;
  }

  /** Counts the entries of each spelling. A number above `maxRanked` only says that there are more. */
  async count(wanted: readonly { readonly account: number; readonly spelling: Spelling }[]) {
    const counts: number[] = wanted.map(() => 0);
    const selects = wanted.map(({ account, spelling }, nr) => {
      const { sql, bindings } = this.#entries(account, spelling, maxRanked + 1);
      return { sql: `(select ${nr} as nr, count(*) as found from ${sql} as entries)`, bindings };
    });
    const rows = await queryRows<{ nr: number; found: number }>(
      this.#database,
      joined(selects, ' union all '),
    );
    for (const { nr, found } of rows) counts[nr] = found;
    return counts;
  }

  /** Returns the words of each account that have one typing error of a word. */
  async typos(wanted: readonly Scoped[]): Promise<readonly (readonly string[])[]> {
    const words = wanted.map((): string[] => []);
    const selects = wanted.flatMap(({ account, value }, nr): Condition[] => {
      const hashes = typoHashes(value);
      if (hashes.length === 0) return [];
      // Each hash is looked up: for a list of them, MySQL may read the whole index while its statistics are old.
      const sql = `(select distinct ${nr} as nr, query_typos.word
        from json_table(?, '$[*]' columns (typo int unsigned path '$')) as wanted
        straight_join query_typos force index (PRIMARY) on query_typos.account_id = ?
          and query_typos.resource = ${this.searched.code} and query_typos.typo = wanted.typo
        limit ${maxTypos.read})`;
      return [{ sql, bindings: [JSON.stringify(hashes), account] }];
    });
    if (selects.length === 0) return words;
    const rows = await queryRows<{ nr: number; word: string }>(
      this.#database,
      joined(selects, ' union all '),
    );
    for (const { nr, word } of rows) words[nr]?.push(word);
    return wanted.map(({ value }, nr) =>
      (words[nr] ?? [])
        .filter((word) => word !== value && isOneTypo(word, value))
        .toSorted()
        .slice(0, maxTypos.used),
    );
  }

  /**
   * Returns records that have all terms and meet all conditions, as far as they are among the first `maxCompared` of the source.
   * At most `maxRanked` + 1 of each.
   */
  async candidates(wanted: readonly Candidates[]): Promise<readonly (readonly Candidate[])[]> {
    const found: Candidate[][] = wanted.map(() => []);
    const selects = wanted.map((each, nr) => this.#candidates(each, nr));
    const rows = await queryRows<Candidate & { readonly nr: number }>(
      this.#database,
      joined(selects, ' union all '),
    );
    for (const { nr, ident, words } of rows) found[nr]?.push({ ident, words });
    return found;
  }

  #candidates({ account, source, others, conditions }: Candidates, nr: number): Condition {
    const { table, ident, code } = this.searched;
    const max = others.length + conditions.length === 0 ? maxRanked + 1 : maxCompared;
    const entries = source.map((spelling) => {
      const { sql, bindings } = this.#entries(account, spelling, max);
      return { sql: `(select ident from ${sql} as entries)`, bindings };
    });
    const found = joined(entries, ' union ');
    const texts = others.map(hasTerm);
    const where = joined([{ sql: '1 = 1', bindings: [] }, ...texts, ...conditions], ' and ');
    const withRow = `straight_join ${table} force index (PRIMARY)
      on ${table}.account_id = query_records.account_id and ${table}.${ident} = query_records.ident`;
    const sql = `(select ${nr} as nr, query_records.ident, query_records.words from (${found.sql}) as found
      straight_join query_records force index (PRIMARY) on query_records.account_id = ?
        and query_records.resource = ${code} and query_records.ident = found.ident
      ${conditions.length > 0 ? withRow : ''} where ${where.sql} limit ${maxRanked + 1})`;
    return { sql, bindings: [...found.bindings, account, ...where.bindings] };
  }

  /** Selects the entries of a spelling, whole words first. */
  #entries(account: number, { word, isPrefix }: Spelling, max: number): Condition {
    const range = isPrefix ? 'word >= ? and word < ?' : 'word = ?';
    return {
      sql: `(select ident from query_words force index (PRIMARY)
        where account_id = ? and resource = ${this.searched.code} and ${range} limit ${max})`,
      bindings: [account, word, ...(isPrefix ? [`${word}\u{10FFFF}`] : [])],
    };
  }
}

/** Words have letters and digits, and those of phone numbers a # before them, so nothing needs an escape in LIKE. */
function hasTerm(term: Term): Condition {
  const sql = term.map(() => 'query_records.words like ?').join(' or ');
  return { sql: `(${sql})`, bindings: term.map(({ word, isPrefix }) => `% ${word}${isPrefix ? '' : ' '}%`) };
}
