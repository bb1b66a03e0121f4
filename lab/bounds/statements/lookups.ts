import type { Database } from '../../../workers/database/database.ts';
import { articleTable } from '../../../workers/stores/articles.ts';
import type { Hits } from '../../../workers/stores/hits.ts';
import { rowsPerStep, scanStep } from '../../../workers/stores/holders.ts';
import { conditionOf, conditionsOf } from '../../../workers/stores/lists/conditions.ts';
import { type Lists, maxProbed, maxTotal, type Order } from '../../../workers/stores/lists/lists.ts';
import type { ListOrder } from '../../../workers/stores/lists/listTable.ts';
import { Locks, recordLock } from '../../../workers/stores/locks.ts';
import { recordKey } from '../../../workers/stores/scope.ts';
import { giant } from '../giant.ts';
import { article, type Bounds, few, once, padded, perRecord } from '../measurement.ts';

/** Searches of articles; the last one has the first 64 characters of half of the giant's titles, and nothing else of any. */
const wanted = {
  'all of the account': { filter: { updated_from: '2000-01-01 00:00:00' } },
  'a title that half of the account begins with': { search: 'xxx' },
  'a title that half of the account begins with, but for the 65th character': {
    search: `${'x'.repeat(64)}y`,
  },
  'an external ident of many types': {
    filter: { external_ident: 'same', external_account_name: 'none', article_type: '' },
  },
  'a SKU of half of the account, of no title': { filter: { article_sku: 'hot' }, search: 'no' },
  'a few records': { filter: { article_ean: '4000000001' }, search: 'title' },
};

const created: Order = { ...(articleTable.orders.created as ListOrder), isDescending: false };
const byTitle: Order = { ...(articleTable.orders.title as ListOrder), isDescending: true };
const after = { ident: article(9), key: article(9) };
const beginning = { account: giant, after: undefined, max: 1_001 };

export const lists: Bounds<Lists> = {
  count: Object.entries(wanted).map(([of, each]) => {
    const { criteria } = conditionsOf(articleTable, each);
    const branches = criteria.flatMap((criterion) => criterion.branches).length;
    // What a branch finds goes through a temporary table.
    return once(of, { items: branches * maxProbed, perItem: 3 }, (store) =>
      store.count(criteria.map((criterion) => ({ account: giant, criterion }))),
    );
  }),
  scan: [
    ...Object.entries(wanted).map(([of, each]) => {
      const { criteria } = conditionsOf(articleTable, each);
      const others = criteria.map(conditionOf);
      return once<Lists>(`all records for ${of}`, { items: 1_001 }, (store) =>
        store.scan([{ account: giant, after, order: created, source: undefined, others, max: 1_001 }]),
      );
    }),
    once('an index in order', { items: 1_001, perItem: 2 }, (store) => {
      const { criteria } = conditionsOf(articleTable, wanted['a SKU of half of the account, of no title']);
      const [source, ...others] = criteria;
      return store.scan([{ ...beginning, order: created, source, others: others.map(conditionOf) }]);
    }),
    once('few matches, sorted', { items: 4 * maxProbed, perItem: 4 }, (store) => {
      const [source] = conditionsOf(articleTable, { search: 'title 00000000' }).criteria;
      const { criteria } = conditionsOf(articleTable, { filter: { article_ean: 'none' } });
      const others = criteria.map(conditionOf);
      return store.scan([{ ...beginning, order: byTitle, source, others }]);
    }),
    once('all records by title, behind one', { items: 1_001, perItem: 2 }, (store) => {
      const place = { ident: article(9), key: 'title' };
      return store.scan([{ ...beginning, after: place, order: byTitle, source: undefined, others: [] }]);
    }),
  ],
  totals: Object.entries(wanted).map(([of, each]) => {
    const { criteria } = conditionsOf(articleTable, each);
    const [source, ...others] = criteria;
    const branches = source?.branches.length ?? 1;
    // What a branch finds goes through a temporary table, and is compared in its row.
    return once(of, { items: branches * maxTotal, perItem: 4 }, (store) =>
      store.totals([{ account: giant, source, others: others.map(conditionOf) }]),
    );
  }),
};

export const hits: Bounds<Hits> = {
  count: perRecord(padded('S-'), 7, (store, values) => store.count('article_sku', values)),
  uncounted: [
    ...perRecord<Hits>(padded('S-'), 6, (store, values) => store.uncounted('article_sku', values)),
    once('a SKU of half of the account', { items: 1_000 }, (store) =>
      store.uncounted('article_sku', [{ account: giant, value: 'hot' }]),
    ),
  ],
  oldest: [
    ...perRecord<Hits>(padded('S-'), 4, (store, values) => store.oldest('article_sku', values, 100)),
    once('a SKU of half of the account', { items: 100, perItem: 3 }, (store) =>
      store.oldest('article_sku', [{ account: giant, value: 'hot' }], 100),
    ),
  ],
};

interface Scans {
  scanStep(): unknown;
}

/** An update that validates a field without an index reads its account in such steps. */
export const scans: Bounds<Scans> = {
  scanStep: [
    once('10,000 records', { items: rowsPerStep, perItem: 2 }, (_, database) =>
      scanStep(database, articleTable, 'article_title', { account: giant, value: 'none', after: '' }),
    ),
  ],
};

/** An article of the giant, to lock. */
const wantedArticle = { account: giant, value: article(7) };
const awaited = recordLock(recordKey(wantedArticle.account, wantedArticle.value));

export const locks: Bounds<Locks> = {
  awaitUnder: [],
  lock: [
    ...few<Locks>((store, database) => store.lock(rowsOf(database)), 'a free row'),
    ...few<Locks>(
      (_, database) => new Locks(database, awaited).lock(rowsOf(database)),
      'a row that may be waited for',
    ),
  ],
};

function rowsOf(database: Database) {
  const row = { account_id: wantedArticle.account, article_ident: wantedArticle.value };
  return {
    wanted: [wantedArticle],
    select: () => database('articles').select('account_id', 'article_ident').where(row),
    ident: 'article_ident',
    lockOf: (_: number, ident: string) => ident,
  };
}
