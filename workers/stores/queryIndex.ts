import type { Knex } from 'knex';
import { typoHashes } from '../../shared/contract/values/queryText.ts';
import type { Database } from '../database/database.ts';
import { insertRows } from './insertRows.ts';
import { type QueriedTable, wordsIn, wordsOf } from './queriedTables.ts';
import type { Row } from './recordTable.ts';
import { byIndex, deleteByIndex } from './scope.ts';

/** Rows of one INSERT: at most some 100 KB. */
const rowsPerInsert = 2_000;

/** Writes the index of an account, in a transaction that has locked its position. */
export class QueryIndex {
  readonly #database: Database;
  readonly #account: number;
  readonly #searched: QueriedTable;

  constructor(database: Database, account: number, searched: QueriedTable) {
    this.#database = database;
    this.#account = account;
    this.#searched = searched;
  }

  /** Makes the index of records equal to their rows. Removes those that do not exist. */
  async write(idents: readonly string[]): Promise<void> {
    if (idents.length === 0) return;
    const wanted = await this.#wordsOfRows(idents);
    const stored = await this.#storedWords(idents);
    await this.#replaceWords(idents, wanted, stored);
    const removed = [...stored.keys()].filter((ident) => !wanted.has(ident));
    if (removed.length > 0) await this.#delete('query_records', 'ident IN (?)', [removed]);
    const changed = [...wanted].filter(([ident, words]) => stored.get(ident) !== words);
    await this.#insert(
      'query_records',
      changed.map(([ident, words]) => ({ ident, words })),
    );
  }

  /**
   * Returns the next idents, at most `max`, of records that exist or are in the index. Fewer than `max` are the last ones.
   */
  async next(after: string, max: number): Promise<readonly string[]> {
    const { table, ident } = this.#searched;
    const rows: readonly Row[] = await byIndex(this.#database, table)
      .select(`${ident} as ident`)
      .where({ account_id: this.#account })
      .where(ident, '>', after)
      .orderBy(ident)
      .limit(max);
    const stored: readonly Row[] = await byIndex(this.#database, 'query_records')
      .select('ident')
      .where({ account_id: this.#account, resource: this.#searched.code })
      .where('ident', '>', after)
      .orderBy('ident')
      .limit(max);
    const idents = new Set([...rows, ...stored].map((row) => row.ident as string));
    return [...idents].toSorted().slice(0, max);
  }

  async #wordsOfRows(idents: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { table, ident, columns, phones } = this.#searched;
    const rows: readonly Row[] = await byIndex(this.#database, table)
      .select(ident, ...columns.flat(), ...phones)
      .where({ account_id: this.#account })
      .whereIn(ident, [...idents]);
    return new Map(rows.map((row) => [row[ident] as string, wordsOf(row, this.#searched)]));
  }

  async #storedWords(idents: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows: readonly Row[] = await this.#all('query_records')
      .select('ident', 'words')
      .whereIn('ident', [...idents]);
    return new Map(rows.map(({ ident, words }) => [ident as string, words as string]));
  }

  async #replaceWords(
    idents: readonly string[],
    wanted: ReadonlyMap<string, string>,
    stored: ReadonlyMap<string, string>,
  ): Promise<void> {
    const added: { readonly word: string; readonly ident: string }[] = [];
    const gone = new Set<string>();
    for (const ident of idents) {
      const [now, before] = [wanted, stored].map((words) => new Set(wordsIn(words.get(ident) ?? '')));
      for (const word of now ?? []) if (!before?.has(word)) added.push({ word, ident });
      const lost = [...(before ?? [])].filter((word) => !now?.has(word));
      for (const word of lost) gone.add(word);
      if (lost.length > 0) await this.#delete('query_words', 'word IN (?) AND ident = ?', [lost, ident]);
    }
    await this.#addTypos(new Set(added.map(({ word }) => word)));
    // Sorted by the primary key, so that neighbours share a page.
    await this.#insert(
      'query_words',
      added.toSorted((one, other) => (one.word < other.word ? -1 : 1)),
    );
    await this.#removeTypos(gone);
  }

  async #addTypos(words: ReadonlySet<string>): Promise<void> {
    const hashes = new Map([...words].map((word) => [word, typoHashes(word)]));
    const whole = [...hashes].filter(([, [own]]) => own !== undefined);
    if (whole.length === 0) return;
    const known: readonly Row[] = await this.#all('query_typos')
      .select('word')
      .whereIn('typo', [...new Set(whole.map(([, [own]]) => own as number))])
      .whereIn(
        'word',
        whole.map(([word]) => word),
      );
    const all = new Set(known.map(({ word }) => word as string));
    const rows = whole
      .filter(([word]) => !all.has(word))
      .flatMap(([word, typos]) => typos.map((typo) => ({ typo, word })));
    await this.#insert('query_typos', rows);
  }

  /** Removes the words that no record has any more, so that nothing of a deleted record is left. */
  async #removeTypos(words: ReadonlySet<string>): Promise<void> {
    const spelled = [...words].filter((word) => typoHashes(word).length > 0);
    if (spelled.length === 0) return;
    const used: readonly Row[] = await this.#all('query_words').distinct('word').whereIn('word', spelled);
    const kept = new Set(used.map(({ word }) => word as string));
    for (const word of spelled.filter((each) => !kept.has(each)))
      await this.#delete('query_typos', 'typo IN (?) AND word = ?', [[...typoHashes(word)], word]);
  }

  async #insert(table: string, rows: readonly Row[]): Promise<void> {
    const own = { account_id: this.#account, resource: this.#searched.code };
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      const some = rows.slice(start, start + rowsPerInsert).map((row) => ({ ...own, ...row }));
      await insertRows(this.#database, table, some, 'overwrite');
    }
  }

  #all(table: string) {
    return byIndex(this.#database, table).where({ account_id: this.#account, resource: this.#searched.code });
  }

  async #delete(table: string, condition: string, bindings: readonly Knex.RawBinding[]): Promise<void> {
    const own = [this.#account, this.#searched.code];
    const statement = `${deleteByIndex(table, 'PRIMARY')} WHERE account_id = ? AND resource = ? AND ${condition}`;
    await this.#database.raw(statement, [...own, ...bindings]);
  }
}
