import { typoHashes } from '../../../shared/contract/values/queryText.ts';
import { queriedTables } from '../../../workers/stores/queriedTables.ts';
import type { QueryIndex } from '../../../workers/stores/queryIndex.ts';
import type { QueryIndexProgress } from '../../../workers/stores/queryIndexProgress.ts';
import { maxCompared, maxRanked, type Term, type WordSearch } from '../../../workers/stores/wordSearch.ts';
import { giant } from '../giant.ts';
import { type Bounds, customer, once, range } from '../measurement.ts';

const term = (word: string, isPrefix = true): Term => [{ word, isPrefix, isTypo: false }];
/** A word of half of the giant's customers, and the beginning of the words of the others. */
const [common, begun] = [term('hot'), term('name')];
const comparing = { items: maxCompared, perItem: 4 };
const steps = { items: 100, perItem: 40 };
const conditions = [{ sql: 'customers.bill_country = ?', bindings: ['none'] }];

export const wordSearch: Bounds<WordSearch> = {
  count: [
    once('words of half of the account', { items: 2 * maxRanked, perItem: 2 }, (store) =>
      store.count([...common, ...begun].map((spelling) => ({ account: giant, spelling }))),
    ),
  ],
  typos: [
    once('a word', { items: typoHashes('names').length, perItem: 4 }, (store) =>
      store.typos([{ account: giant, value: 'names' }]),
    ),
  ],
  candidates: [
    once('a word of half of the account', { items: maxRanked, perItem: 4 }, (store) =>
      store.candidates([{ account: giant, source: common, others: [], conditions: [] }]),
    ),
    once('two words, of which no record has both', comparing, (store) =>
      store.candidates([{ account: giant, source: common, others: [begun], conditions: [] }]),
    ),
    once('a word and a country that no record has', { ...comparing, perItem: 5 }, (store) =>
      store.candidates([{ account: giant, source: common, others: [], conditions }]),
    ),
  ],
};

export const queryIndex: Bounds<QueryIndex> = {
  write: [
    once('100 customers', { items: 100, perItem: 40 }, (store) => store.write(range(100).map(customer))),
    once('a deleted customer', { items: 1, perItem: 20 }, async (store, database) => {
      const row = { account_id: giant, resource: queriedTables.customer.code, ident: 'gone' };
      await database('query_records').insert({ ...row, words: ' former | | ' });
      await store.write(['gone']);
    }),
  ],
  next: [once('100 customers', { items: 100, perItem: 4 }, (store) => store.next(customer(9), 100))],
};

export const queryIndexProgress: Bounds<QueryIndexProgress> = {
  late: [once('64 accounts', { items: 64, perItem: 4 }, (store) => store.late(0, 64))],
  advance: [
    { ...once<QueryIndexProgress>('100 customers', steps, (store) => store.advance(giant)), onPool: true },
    {
      ...once<QueryIndexProgress>('100 changes', steps, async (store, database) => {
        const progress = { account_id: giant, position: 1_000, building: '', built_ident: '' };
        await database('query_positions').insert(progress).onConflict().merge();
        await store.advance(giant);
      }),
      onPool: true,
    },
  ],
};
