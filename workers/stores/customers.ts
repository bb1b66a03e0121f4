import { deliveryFields } from '../../shared/resources/address.ts';
import { customerFields, customerSource } from '../../shared/resources/customer.ts';
import type { Database } from '../database/database.ts';
import { Addresses } from './addresses.ts';
import type { Locks } from './locks.ts';
import { RecordStore, type RecordTable, type Row } from './records.ts';
import { type Scoped, whereAnyOf } from './scope.ts';
import { inSnapshot } from './snapshot.ts';

/** The columns by which customers are found. */
export const names: RecordTable = {
  table: 'customers',
  ident: 'customer_ident',
  number: 'customer_nr',
  type: 'customer_type',
  indexed: ['customer_nr', 'bill_email'],
};

/** Longer notes, in bytes, are read only for answers that have room for them. */
const shortNoteBytes = 4_096;
const note = 'customers.user_note';
const own = [
  ...['account_id', 'customer_ident', 'external_username', 'date_updated'],
  ...Object.keys({ ...customerSource, ...customerFields }),
];
/** As text: if Knex quoted them one by one for every set, that would cost as much as a small read. */
const columns = [
  ...own.map((name) => `customers.${name}`).filter((name) => name !== note),
  `if(length(${note}) > ${shortNoteBytes}, NULL, ${note}) as user_note`,
  `coalesce(length(${note}), 0) as note_bytes`,
  ...Object.keys(deliveryFields).map((name) => `delivery.${name}`),
  'delivery.address_ident as delivery_address',
  'accounts.time_zone',
  // Reads only the index. Without the hint, the database may read the rows of the account instead.
  `(select count(*) from addresses force index (addresses_customer)
    where addresses.account_id = customers.account_id
    and addresses.customer_ident = customers.customer_ident) as addresses`,
].join(', ');

/** Customers. */
export class Customers extends RecordStore {
  constructor(database: Database, locks?: Locks) {
    super(database, names, locks);
  }

  /** The Leitweg-IDs of the customers that exist. Nobody changes these customers until the transaction ends. */
  async keepAuthorities(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.lockRows(wanted, ['public_authority_id'], 'share');
    return new Map(rows.map((row) => [this.keyOf(row), row.public_authority_id as string]));
  }

  /** Runs several reads of customers and their addresses on one snapshot of the database. */
  inSnapshot<T>(work: (customers: Customers, addresses: Addresses) => Promise<T>): Promise<T> {
    return inSnapshot(this.database, (snapshot) => work(new Customers(snapshot), new Addresses(snapshot)));
  }

  /**
   * Rows with the time zone of their account, their own delivery address (`delivery_address` is its ident, NULL without
   * one), the number of their `addresses`, and `note_bytes`. For a long note, `user_note` is NULL.
   */
  async read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    const rows: readonly Row[] = await this.database('customers')
      .join('accounts', 'accounts.id', 'customers.account_id')
      .leftJoin('addresses as delivery', (on) =>
        on
          .on('delivery.account_id', 'customers.account_id')
          .on('delivery.address_ident', 'customers.delivery_address_ident'),
      )
      .select(this.database.raw(columns))
      .where(whereAnyOf('customer_ident', wanted, 'customers'));
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }

  /** Notes, whatever their length. */
  async notes(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    if (wanted.length === 0) return new Map();
    const rows = await this.database('customers')
      .select('account_id', 'customer_ident', 'user_note')
      .where(whereAnyOf('customer_ident', wanted));
    return new Map(rows.map((row) => [this.keyOf(row), row.user_note]));
  }
}
