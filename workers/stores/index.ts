import type { Database } from '../database/database.ts';
import { Accounts } from './accounts.ts';
import { Addresses } from './addresses.ts';
import { Apps } from './apps.ts';
import { Articles } from './articles.ts';
import { Customers } from './customers.ts';
import { Inbox } from './inbox.ts';
import { Numbers } from './numbers.ts';
import { Orders } from './orders.ts';

/** Where the SQL is: every method takes and returns sets. */
export type Stores = ReturnType<typeof storesOn>;

/** The stores on a pool, or inside a transaction. */
export function storesOn(database: Database) {
  return {
    accounts: new Accounts(database),
    addresses: new Addresses(database),
    apps: new Apps(database),
    articles: new Articles(database),
    customers: new Customers(database),
    inbox: new Inbox(database),
    numbers: new Numbers(database),
    orders: new Orders(database),
  };
}
