import type { Articles } from '../../../workers/stores/articles.ts';
import type { Customers } from '../../../workers/stores/customers.ts';
import type { ImportedStore } from '../../../workers/stores/importedStore.ts';
import type { StepNeeded } from '../../../workers/stores/locks.ts';
import type { Row } from '../../../workers/stores/recordTable.ts';
import { type Scoped } from '../../../workers/stores/scope.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { versionOf } from '../../../workers/stores/versions.ts';
import { giant, numberedFrom, popular } from '../giant.ts';
import { article, type Bounds, customer, few, once, padded, perRecord, range } from '../measurement.ts';

const now = '2024-01-01 00:00:00';

/** New records: their idents come after those of the giant. */
function newRows({ table }: ImportedStore, count = 256): readonly Row[] {
  return range(count).map((nr) => ({
    account_id: nr % 2 ? giant : 2,
    [table.ident]: `new_${nr}`,
    date_created: now,
    date_updated: now,
  }));
}

/** Rows with idents and a column, as they are written after they were locked. */
function updatedRows({ table }: ImportedStore, wanted: readonly Scoped[]): readonly Row[] {
  return wanted.map(({ account, value }) => ({
    account_id: account,
    [table.ident]: value,
    revision: 1,
    date_created: now,
    date_updated: now,
  }));
}

const number = (nr: number) => String(numberedFrom + nr);
const external = padded('E-');

/** The measurements of look-ups by the values that an account chooses: external idents and numbers. */
function sourceBounds<Store extends ImportedStore>() {
  return {
    imported: [
      ...perRecord<Store>(external, 2, (store, wanted) =>
        store.imported(
          wanted.map(({ account, value }) => ({
            account,
            type: 'native',
            accountName: '',
            externalIdent: value,
          })),
        ),
      ),
      ...few<Store>(
        (store) =>
          store.imported([{ account: giant, type: 'native', accountName: '', externalIdent: 'same' }]),
        'an external ident that many records have, of other types',
      ),
    ],
    takenNumbers: [
      ...perRecord<Store>(number, 3, (store, wanted) => store.takenNumbers(wanted)),
      once<Store>('10,000 candidates of the giant', { items: 10_000, perItem: 3 }, (store) =>
        store.takenNumbers(range(10_000).map((nr) => ({ account: giant, value: number(nr) }))),
      ),
      ...few<Store>(
        (store) => store.takenNumbers([{ account: giant, value: '7' }]),
        'a number that many records have',
      ),
    ],
  };
}

/** The measurements of searches; `equal` are indexed columns with values of records. */
function searchBounds<Store extends ImportedStore>(
  ident: (nr: number) => string,
  prefix: 'article' | 'customer',
  equal: Readonly<Record<string, (nr: number) => string>>,
) {
  const source = { [`${prefix}_type`]: 'native', external_account_name: '' };
  const fields = prefix === 'article' ? ['article_description'] : ['user_note', 'delivery_city'];
  const indexed = Object.entries(equal);
  return {
    find: [
      ...[...indexed, [`${prefix}_ident`, ident] as const].flatMap(([field, valueOf]) =>
        perRecord<Store>(valueOf, prefix === 'customer' ? 8 : 6, (store, wanted) =>
          store.find({ field, wanted, fields, source: {} }, 2 * wanted.length + 100),
        ).map((each) => ({ ...each, of: `by ${field}, ${each.of}` })),
      ),
      ...few<Store>(
        (store) =>
          store.find(
            {
              field: `${prefix}_nr`,
              wanted: [
                {
                  account: giant,
                  value: '7',
                },
              ],
              fields: [],
              source: {
                ...source,
                [`${prefix}_type`]: 'none',
              },
            },
            100,
          ),
        'a number that many records of another source have',
      ).map((each) => ({ ...each, exception: 'a search by such a source counts the value first' })),
    ],
    holders: [
      ...indexed.flatMap(([field, valueOf]) =>
        perRecord<Store>(valueOf, 4, (store, wanted) => store.holders(field, wanted)).map((each) => ({
          ...each,
          of: `by ${field}, ${each.of}`,
        })),
      ),
      ...few<Store>(
        (store) => store.holders(`${prefix}_nr`, [{ account: giant, value: '7' }]),
        'a number that many records have',
      ),
    ],
  };
}

/** The measurements of what customers and articles have in common; `equal` are indexed columns with values of records. */
function recordBounds<Store extends ImportedStore>(
  ident: (nr: number) => string,
  prefix: 'article' | 'customer',
  equal: Readonly<Record<string, (nr: number) => string>>,
) {
  return {
    existing: perRecord<Store>(ident, 2, (store, wanted) => store.existing(wanted)),
    lockShared: perRecord<Store>(ident, 2, (store, wanted) => store.lockShared(wanted)),
    lock: perRecord<Store>(ident, 2, (store, wanted) => store.lock(wanted, ['revision'])),
    remove: perRecord<Store>(ident, 4, (store, wanted) =>
      store.remove(wanted.map((each) => ({ ...each, required: undefined, now }))),
    ),
    hasAny: few<Store>((store) => store.hasAny(giant)),
    removeSome: [
      once<Store>('100 of the giant', { items: 100, perItem: 8 }, (store) =>
        store.removeSome(giant, 100, now),
      ),
    ],
    insert: [once<Store>('256 new records', { items: 256 }, (store) => store.insert(newRows(store)))],
    overwrite: perRecord<Store>(ident, 2, (store, wanted) =>
      store.overwrite(updatedRows(store, wanted), () => ['date_created']),
    ),
    creators: perRecord<Store>(ident, 2, (store, wanted) => store.creators(wanted)),
    ...sourceBounds<Store>(),
    withTexts: perRecord<Store>(ident, 2, (store, wanted) => store.withTexts(cutRows(store, wanted))),
    ...searchBounds<Store>(ident, prefix, equal),
  };
}

export const articles: Bounds<Articles> = {
  awaitUnder: [],
  ...recordBounds<Articles>(article, 'article', {
    article_nr: number,
    article_sku: padded('S-'),
    article_ean: padded('4'),
    external_ident: external,
  }),
  withVersionParts: [],
  keyOf: [],
  scopedOf: [],
  read: perRecord(article, 6, (store, wanted) => store.read(wanted)),
  withTexts: perRecord(article, 6, (store, wanted) => store.withTexts(cutRows(store, wanted))),
};

/** Rows as a read returns them, with NULL for their long texts. */
function cutRows({ table: { ident, text } }: ImportedStore, wanted: readonly Scoped[]): readonly Row[] {
  return wanted.map(({ account, value }) => ({
    account_id: account,
    [ident]: value,
    [text]: null,
    text_bytes: 5_000,
  }));
}

const popularCustomer = { account: giant, value: customer(popular) };
const common = recordBounds<Customers>(customer, 'customer', {
  customer_nr: number,
  bill_email: padded('e'),
  external_ident: external,
});

export const customers: Bounds<Customers> = {
  awaitUnder: [],
  ...common,
  remove: [
    // MySQL also counts its search for addresses that refer to each.
    ...common.remove.map((each) => ({ ...each, perItem: each.perItem + 1 })),
    once(
      'a step of one with half of the addresses',
      { items: 5_000, perItem: 6 },
      async (store, database) => {
        const removed = { account: giant, value: customer(popular), required: undefined, now, erases: true };
        await store.remove([removed]).catch((error: StepNeeded) => error.step(database));
      },
    ),
    {
      ...once<Customers>(
        'a step of one with half of the addresses, and a version',
        { items: 5_000, perItem: 6 },
        async (store, database) => {
          const [locked] = [...(await store.lock([popularCustomer], ['date_updated'])).values()];
          const { customers: apart } = new Stores(database, { mayBeExpensive: true });
          const [row = {}] = await apart.withVersionParts(locked ? [locked] : []);
          const removed = { ...popularCustomer, required: versionOf(row), now };
          await store.remove([removed]).catch((error: StepNeeded) => error.step(database));
        },
      ),
      exception: 'the version has the number of addresses',
    },
  ],
  removeSome: [
    once('100, of which one has half of the addresses', { items: 5_000, perItem: 4 }, (store, database) =>
      store.removeSome(giant, 100, now).catch((error: StepNeeded) => error.step(database)),
    ),
  ],
  withVersionParts: perRecord(customer, 7, (store, wanted) =>
    store.withVersionParts(
      wanted.map(({ account, value }) => ({ account_id: account, customer_ident: value })),
    ),
  ),
  noteNewAddresses: [],
  keyOf: [],
  scopedOf: [],
  read: perRecord(customer, 7, (store, wanted) => store.read(wanted)),
};
