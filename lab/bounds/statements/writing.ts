import { callOf } from '../../../test/support/calls.ts';
import type { Addresses } from '../../../workers/stores/addresses.ts';
import type { ChangePurge } from '../../../workers/stores/changePurge.ts';
import type { ChangeReader } from '../../../workers/stores/changeReader.ts';
import type { ChangeWriter } from '../../../workers/stores/changeWriter.ts';
import type { Claims } from '../../../workers/stores/claims.ts';
import type { HistoryPurge } from '../../../workers/stores/historyPurge.ts';
import type { HistoryReader } from '../../../workers/stores/historyReader.ts';
import type { HistoryWriter } from '../../../workers/stores/historyWriter.ts';
import type { Inbox } from '../../../workers/stores/inbox.ts';
import type { Orders } from '../../../workers/stores/orders.ts';
import type { Row } from '../../../workers/stores/recordTable.ts';
import type { StoredAnswers } from '../../../workers/stores/storedAnswers.ts';
import type { TableSizes } from '../../../workers/stores/tableSizes.ts';
import { giant, numberedFrom, popular, smallAccounts } from '../giant.ts';
import {
  address,
  article,
  type Bounds,
  customer,
  few,
  once,
  order,
  padded,
  perRecord,
  range,
} from '../measurement.ts';

const now = '2024-01-01 00:00:00';
const callId = padded('call-');
const accounts = range(smallAccounts + 1).map((nr) => giant + nr);

function rowsOf(count: number, ident: string): readonly Row[] {
  return range(count).map((nr) => ({
    account_id: nr % 2 ? giant : 2,
    [ident]: `new_${nr}`,
    customer_ident: customer(nr % 3),
    date_created: now,
    date_updated: now,
  }));
}

export const addresses: Bounds<Addresses> = {
  insert: [once('256 new addresses', { items: 256 }, (store) => store.insert(rowsOf(256, 'address_ident')))],
  existing: perRecord(address, 2, (store, wanted) => store.existing(wanted)),
  read: perRecord(address, 2, (store, wanted) => store.read(wanted)),
  withTexts: [],
  awaitUnder: [],
  lockShared: [],
  withVersionParts: [],
  keyOf: [],
  scopedOf: [],
  lock: perRecord(address, 3, (store, wanted) => store.lock(wanted, ['delivery_city'])),
  overwrite: perRecord(address, 3, (store, wanted) =>
    store.overwrite(
      wanted.map(({ account, value }, nr) => ({
        account_id: account,
        address_ident: value,
        customer_ident: customer(nr % 3),
        revision: 1,
        date_created: now,
        date_updated: now,
      })),
      () => ['delivery_city'],
    ),
  ),
  remove: perRecord(address, 2, (store, wanted) => store.remove(wanted)),
  ofCustomers: perRecord(customer, 5, (store, wanted) => store.ofCustomers(wanted)),
  oldestOf: [
    once('a customer with half of the addresses', { items: 1_000, perItem: 12 }, (store) =>
      store.oldestOf([{ account: giant, value: customer(popular) }], { addresses: 1_000, bytes: 512 * 1024 }),
    ),
    ...perRecord<Addresses>(customer, 15, (store, wanted) =>
      store.oldestOf(wanted.slice(0, 100), { addresses: 1_000, bytes: 512 * 1024 }),
    ),
  ],
};

export const orders: Bounds<Orders> = {
  insert: [
    // An order, its item and the sum of its article.
    once('256 new orders', { items: 256, perItem: 3 }, (store) =>
      store.insert(
        rowsOf(256, 'order_ident').map((row) => ({ ...row, public_authority_id: '' })),
        rowsOf(256, 'order_ident').map(({ account_id, order_ident }) => ({
          account_id,
          order_ident,
          position: 0,
          article_ident: article(popular),
          quantity: 1,
        })),
      ),
    ),
  ],
  lock: perRecord(order, 2, (store, wanted) => store.lock(wanted)),
  invoice: perRecord(order, 2, (store, wanted) =>
    store.invoice(
      wanted.map(({ account, value }, nr) => ({
        account_id: account,
        order_ident: value,
        customer_ident: customer(nr),
        public_authority_id: '',
        invoice_nr: `I-${nr}`,
        date_created: now,
        date_updated: now,
      })),
    ),
  ),
  takenNumbers: [
    ...perRecord<Orders>(
      (nr) => String(numberedFrom + nr),
      3,
      (store, wanted) => store.takenNumbers(wanted),
    ),
  ],
  requireFew: [
    ...perRecord<Orders>(customer, 4, (store, wanted) =>
      store.requireFew(
        wanted.map(({ account, value }) => ({
          account,
          customerIdent: value,
          former: '',
          changed: 'x',
        })),
      ),
    ),
  ],
  copyAuthorities: perRecord(customer, 6, (store, wanted) =>
    store.copyAuthorities(
      wanted.map(({ account, value }) => ({
        account,
        customerIdent: value,
        former: '',
        changed: 'x',
        date_updated: now,
      })),
    ),
  ),
};

const calls = (count: number) =>
  range(count).map((nr) =>
    callOf(
      'article.create',
      nr % 2 ? giant : 2,
      { article_title: 'Tea' },
      { key: callId(nr), fingerprint: 'f' },
    ),
  );

export const inbox: Bounds<Inbox> = {
  record: [
    once('256 calls', { items: 256 }, (store) =>
      store.record(
        new Map(
          range(256).map((nr) => [
            callOf('article.create', nr % 2 ? giant : 2, { article_title: 'Tea' }),
            { kind: 'unanswered', code: 'internal_error' } as const,
          ]),
        ),
      ),
    ),
  ],
  find: [256, 1_000].map((count) =>
    once<Inbox>(`${count} calls of two accounts`, { items: count, perItem: 2 }, (store) =>
      store.find(calls(count)),
    ),
  ),
  findSettled: [once('a call', { items: 1, perItem: 2 }, (store) => store.findSettled(calls(1)))],
  removeExpired: [once('1,000 of many', { items: 1_000, perItem: 2 }, (store) => store.removeExpired(1_000))],
  measure: few((store) => store.measure()),
};

export const storedAnswers: Bounds<StoredAnswers> = {
  // Operators ask for it: it looks at each account.
  find: [
    once('an id, in all accounts', { items: accounts.length, perItem: 4 }, (store) =>
      store.find([callId(1)]),
    ),
    ...few<StoredAnswers>((store) => store.find([callId(1)], 'acc_1'), 'an id, in the giant'),
  ],
};

export const claims: Bounds<Claims> = {
  claim: perRecord(
    (nr) => `${nr}`,
    4,
    (store, wanted) =>
      store.claim(wanted.map(({ account, value }) => ({ account, field: 'bill_city', value }))),
  ),
};

export const changeWriter: Bounds<ChangeWriter> = {
  note: [],
  noteRows: [],
  noteUpdates: [],
  record: [
    once('1,000 changes of two accounts', { items: 1_000 }, (store) => {
      const changed = range(1_000).map((nr) => ({ account: nr % 2 ? giant : 2, ident: article(nr) }));
      store.note('updated', 'article', changed);
      return store.record();
    }),
    once('a change of each account', { items: accounts.length, perItem: 4 }, (store) => {
      store.note(
        'updated',
        'article',
        accounts.map((account) => ({ account, ident: article(0) })),
      );
      return store.record();
    }),
  ],
};

export const historyWriter: Bounds<HistoryWriter> = {
  note: [],
  record: [
    once('256 changes', { items: 256, perItem: 2 }, (store) => {
      for (const nr of range(256)) {
        const call = callOf('article.update', giant, { article_ident: article(nr) }, { app: 'app_1' });
        store.note(call, { record: article(nr), revision: 7 });
      }
      return store.record();
    }),
  ],
};

export const historyPurge: Bounds<HistoryPurge> = {
  accounts: [
    once('1,000 accounts', { items: accounts.length, perItem: 4 }, (store) => store.accounts(0, 1_000)),
  ],
  remove: [
    once('1,000 of many', { items: 1_000, perItem: 4 }, (store) =>
      store.remove({ id: giant, days: 90 }, 1_000),
    ),
  ],
};

export const historyReader: Bounds<HistoryReader> = {
  read: [undefined, { revision: 5, address: 'adr_1' }].flatMap((before) =>
    perRecord<HistoryReader>(customer, 12, (store, wanted) =>
      store.read(wanted.map(({ account, value }) => ({ account, ident: value, before, limit: 2 }))),
    ).map((each) => ({ ...each, of: `${each.of}, ${before ? 'the next page' : 'the first page'}` })),
  ),
};

export const changeReader: Bounds<ChangeReader> = {
  expireCursors: few((store) => store.expireCursors()),
  look: [
    once('two accounts', { items: 2, perItem: 2 }, (store) => store.look([giant, 2])),
    once('all accounts', { items: accounts.length, perItem: 4 }, (store) => store.look(accounts)),
  ],
  read: [
    once('1,000 changes of the giant, and those of a small account', { items: 1_259, perItem: 4 }, (store) =>
      store.read([
        { account: giant, after: 5, limit: 1_000 },
        { account: 2, after: 0, limit: 3 },
      ]),
    ),
    once('20 changes of each account', { items: 300 + 4 * smallAccounts, perItem: 4 }, (store) =>
      store.read(accounts.map((account) => ({ account, after: 0, limit: 20 }))),
    ),
  ],
  makeDurable: few((store) => store.makeDurable()),
};

export const changePurge: Bounds<ChangePurge> = {
  accounts: [
    once('1,000 accounts', { items: accounts.length, perItem: 4 }, (store) => store.accounts(0, 1_000)),
  ],
  remove: [once('1,000 of many', { items: 1_000, perItem: 4 }, (store) => store.remove(giant, 1_000))],
};

export const tableSizes: Bounds<TableSizes> = {
  // MySQL may look through its own tables as well: 252 rows were read.
  read: [once('all tables', { items: 20, perItem: 30 }, (store) => store.read())],
};
