import type { Clock } from '../../shared/redis/clock.ts';
import type { Database } from '../database/database.ts';
import { Accounts } from './accounts.ts';
import { Addresses } from './addresses.ts';
import { Apps } from './apps.ts';
import { Articles } from './articles.ts';
import { ChangeFeed } from './changeFeed.ts';
import { ChangeLog } from './changeLog.ts';
import { Claims } from './claims.ts';
import { CursorKeys } from './cursorKeys.ts';
import { Customers } from './customers.ts';
import { Inbox } from './inbox.ts';
import { Locks } from './locks.ts';
import { Numbers } from './numbers.ts';
import { Orders } from './orders.ts';
import { SecretKeys } from './secretKeys.ts';

/** All SQL of operations. Every method takes and returns sets. */
export type Stores = ReturnType<typeof storesOn>;

export interface StoresOptions {
  /** Names the only lock that may be waited for. */
  readonly awaited?: string | undefined;
  /** True if the set has calls of one account only, apart from those of others, and may read much. */
  readonly isApart?: boolean;
  /** The clock of dates and cursors: the service's time, whatever the worker's host says. */
  readonly clock?: Clock;
}

/** Returns the stores on a pool or in a transaction, which waits for no lock but the awaited one. */
export function storesOn(database: Database, { awaited, isApart = false, clock = Date }: StoresOptions = {}) {
  const locks = new Locks(database, awaited);
  const changeLog = new ChangeLog(database);
  const shared = { locks, changeLog, isApart };
  return {
    accounts: new Accounts(database),
    addresses: new Addresses(database, shared),
    apps: new Apps(database),
    articles: new Articles(database, shared),
    changeFeed: new ChangeFeed(database),
    changeLog,
    claims: new Claims(database),
    clock,
    cursorKeys: new CursorKeys(database),
    customers: new Customers(database, shared),
    inbox: new Inbox(database),
    numbers: new Numbers(database, locks),
    orders: new Orders(database, shared),
    secretKeys: new SecretKeys(database),
  };
}
