import type { Accounts } from '../../../workers/stores/accounts.ts';
import type { Apps } from '../../../workers/stores/apps.ts';
import type { CursorKeys } from '../../../workers/stores/cursorKeys.ts';
import type { Numbers } from '../../../workers/stores/numbers.ts';
import type { SecretKeys } from '../../../workers/stores/secretKeys.ts';
import { giant, smallAccounts } from '../giant.ts';
import { type Bounds, few, once, padded, range } from '../measurement.ts';

const ids = range(smallAccounts + 1).map((nr) => giant + nr);
const appOf = padded(`app_${giant}_`);
const account = {
  account_ident: 'new',
  name: '',
  term_of_credit: 1,
  number_start: 1,
  time_zone: 'UTC',
  currency: 'EUR',
  history_days: 90,
};

export const accounts: Bounds<Accounts> = {
  withIds: [
    once('two accounts', { items: 2 }, (store) => store.withIds([giant, 2])),
    once('all accounts', { items: ids.length }, (store) => store.withIds(ids)),
  ],
  identOf: few((store) => store.identOf(giant)),
  create: few((store) =>
    store.create({
      ...account,
      requests_per_second: null,
      is_sandbox: 0,
      date_created: '2024-01-01 00:00:00',
    }),
  ),
  // Operators ask for the list of accounts.
  list: [once('all accounts', { items: ids.length, perItem: 2 }, (store) => store.list())],
  find: few((store) => store.find('acc_7')),
  setDisabled: few((store) => store.setDisabled(giant, true)),
  set: few((store) => store.set(giant, { number_start: 7 })),
};

export const apps: Bounds<Apps> = {
  withAccounts: [
    ...[1, 256, 1_000].map((count) =>
      once<Apps>(`${count} apps of the giant`, { items: count, perItem: 3 }, (store) =>
        store.withAccounts(range(count).map(appOf)),
      ),
    ),
    once('an app of each account', { items: ids.length, perItem: 3 }, (store) =>
      store.withAccounts(ids.map((id) => padded(`app_${id}_`)(0))),
    ),
  ],
  create: few((store) => store.create('app_new', giant, 'x')),
  find: few((store) => store.find(appOf(1))),
  // Operators ask for the list of the account's apps.
  ofAccount: few((store) => store.ofAccount(2)),
  rotate: few((store) => store.rotate(appOf(1), 'y')),
  replaceNew: few((store) => store.replaceNew(appOf(1), 'z')),
  dropFormer: few((store) => store.dropFormer(appOf(1))),
  set: few((store) => store.set(appOf(1), { requests_per_second: 1 })),
  revoke: few((store) => store.revoke(appOf(1))),
  setDisabled: few((store) => store.setDisabled(appOf(1), true)),
  lockedWithout: [
    once('100 apps with another key', { items: 100, perItem: 2 }, (store) =>
      store.lockedWithout('k:', '', 100),
    ),
  ],
  replaceSecrets: [
    once('100 apps', { items: 100, perItem: 2 }, (store) =>
      store.replaceSecrets(range(100).map((nr) => ({ app_id: appOf(nr), secret: 'y', former_secret: null }))),
    ),
  ],
};

export const secretKeys: Bounds<SecretKeys> = {
  list: few((store) => store.list()),
  locked: few((store) => store.locked()),
  add: few((store) => store.add({ state: 'retiring', key_id: 'r', app_id_key: 'a' })),
  retireActive: few((store) => store.retireActive()),
  dropRetiring: few((store) => store.dropRetiring()),
};

export const cursorKeys: Bounds<CursorKeys> = { cursors: few((store) => store.cursors()) };

export const numbers: Bounds<Numbers> = {
  lock: [
    once('two accounts', { items: 2, perItem: 2 }, (store) => store.lock('article', [giant, 2])),
    once('all accounts', { items: ids.length, perItem: 2 }, (store) => store.lock('article', ids)),
  ],
  noteValidated: [
    once('all accounts', { items: ids.length, perItem: 2 }, (store) =>
      store.noteValidated('article', ids, new Map(ids.map((id) => [id, 7]))),
    ),
  ],
  restart: [once('the sequences', { items: 3, perItem: 3 }, (store) => store.restart(giant, 7))],
  assign: [
    once('256 numbers of two accounts', { items: 256, perItem: 2 }, (store) =>
      store.assign(
        'article',
        range(256).map((nr) => ({ owner: nr, account: nr % 2 ? giant : 2, number: '' })),
        { takenNumbers: async () => new Set<string>() },
      ),
    ),
  ],
};
