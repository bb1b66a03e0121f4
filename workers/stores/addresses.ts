import type { AddressRecord } from '../../shared/resources/records.ts';
import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import type { Row } from './records.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';

/** Delivery addresses (spec section 2.2). */
export class Addresses {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await deferred(this.#database('addresses').insert(rows));
  }

  /** Those of the addresses that exist. */
  async existing(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database('addresses')
      .select('account_id', 'address_ident')
      .where(whereAnyOf('address_ident', wanted));
    return new Set(rows.map((row) => recordKey(row.account_id, row.address_ident)));
  }

  /** The addresses of customers, by customer, the oldest one first. */
  async ofCustomers(customers: readonly Scoped[]): Promise<ReadonlyMap<string, AddressRecord[]>> {
    const rows = await this.#database('addresses')
      .select('*')
      .where(whereAnyOf('customer_ident', customers))
      // In the order of the index: by ident alone, the database would read all addresses of the account instead.
      .orderBy(['account_id', 'customer_ident', 'address_ident']);
    const byCustomer = new Map<string, AddressRecord[]>();
    for (const { account_id, ...address } of rows) {
      const key = recordKey(account_id, address.customer_ident);
      const known = byCustomer.get(key);
      if (known) known.push(address);
      else byCustomer.set(key, [address]);
    }
    return byCustomer;
  }
}
