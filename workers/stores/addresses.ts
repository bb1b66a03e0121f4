import { addressReadOnly, deliveryFields } from '../../shared/resources/address.ts';
import type { AddressRecord } from '../../shared/resources/records.ts';
import { addToGroup } from '../../shared/values/groupBy.ts';
import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import type { Row } from './records.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';

const columns = ['account_id', ...Object.keys({ ...addressReadOnly, ...deliveryFields })];
const textBytes = Object.keys(deliveryFields)
  .map((name) => `length(${name})`)
  .join(' + ');

/** Delivery addresses. */
export class Addresses {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0) await deferred(this.#database('addresses').insert(rows));
  }

  /** The addresses that exist. */
  async existing(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database('addresses')
      .select('account_id', 'address_ident')
      .where(whereAnyOf('address_ident', wanted));
    return new Set(rows.map((row) => recordKey(row.account_id, row.address_ident)));
  }

  /** All addresses of customers that have few, by customer, the oldest one first. */
  async ofCustomers(customers: readonly Scoped[]): Promise<ReadonlyMap<string, AddressRecord[]>> {
    if (customers.length === 0) return new Map();
    const rows = await this.#database('addresses')
      .select(columns)
      .where(whereAnyOf('customer_ident', customers))
      // In the order of the index: sorted by ident alone, the database would read all addresses of the account.
      .orderBy(['account_id', 'customer_ident', 'address_ident']);
    return byCustomer(rows);
  }

  /** The oldest addresses of customers with any number of them: at most `max.addresses`, with at most `max.bytes` of text. */
  async oldestOf(
    customers: readonly Scoped[],
    max: { readonly addresses: number; readonly bytes: number },
  ): Promise<ReadonlyMap<string, AddressRecord[]>> {
    if (customers.length === 0) return new Map();
    const measured = customers.map((customer) => this.#measured(customer, max.addresses));
    const rows = await this.#database
      .from(this.#database.unionAll(measured, true).as('measured'))
      .join('addresses', (on) =>
        on
          .on('addresses.account_id', 'measured.account_id')
          .on('addresses.address_ident', 'measured.address_ident'),
      )
      .select(columns.map((name) => `addresses.${name}`))
      .where('total', '<=', max.bytes)
      .orderBy(['addresses.account_id', 'addresses.customer_ident', 'addresses.address_ident']);
    return byCustomer(rows);
  }

  /** The idents of a customer's oldest addresses, each with the bytes of text of it and those before it. */
  #measured({ account, value }: Scoped, max: number) {
    const oldest = this.#database
      .from(this.#database.raw('addresses force index (addresses_customer)'))
      .select('account_id', 'address_ident', this.#database.raw(`${textBytes} as bytes`))
      .where({ account_id: account, customer_ident: value })
      .orderBy('address_ident')
      .limit(max);
    const total = 'sum(bytes) over (order by address_ident rows unbounded preceding) as total';
    return this.#database
      .from(oldest.as('oldest'))
      .select('account_id', 'address_ident', this.#database.raw(total));
  }
}

function byCustomer(rows: readonly Row[]): ReadonlyMap<string, AddressRecord[]> {
  const customers = new Map<string, AddressRecord[]>();
  for (const { account_id, ...address } of rows) {
    const key = recordKey(account_id as number, address.customer_ident as string);
    addToGroup(customers, key, address as unknown as AddressRecord);
  }
  return customers;
}
