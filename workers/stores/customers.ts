import { deliveryFields } from '../../shared/resources/address.ts';
import { customerFields, customerSource } from '../../shared/resources/customer.ts';
import type { Database } from '../database/database.ts';
import { Addresses } from './addresses.ts';
import { addressCount, delivery, onDelivery } from './find.ts';
import { Lists } from './lists/lists.ts';
import { listTables } from './lists/listTable.ts';
import { RecordStore, type Writing } from './records.ts';
import type { RecordTable, Row } from './recordTable.ts';
import { byIndex, type Scoped, whereAnyOf, withAccounts } from './scope.ts';
import { inSnapshot } from './snapshot.ts';
import { versionColumns } from './versions.ts';

/** The columns by which customers are found. */
export const names: RecordTable = {
  resource: 'customer',
  table: 'customers',
  ident: 'customer_ident',
  number: 'customer_nr',
  type: 'customer_type',
  text: 'user_note',
  indexes: {
    customer_nr: 'customers_number',
    bill_email: 'customers_email',
    external_ident: 'customers_external',
  },
};

/** Longer notes, in bytes, are read only for answers that have room for them. */
const shortNoteBytes = 4_096;
const note = 'customers.user_note';
const own = [
  ...['account_id', 'customer_ident', 'external_username', ...versionColumns],
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
  addressCount,
].join(', ');

/** Customers. */
export class Customers extends RecordStore {
  readonly lists: Lists;

  constructor(database: Database, writing?: Writing) {
    super(database, names, writing);
    this.lists = new Lists(database, listTables.customer);
  }

  /** The Leitweg-IDs of the customers that exist. Nobody changes these customers until the transaction ends. */
  async keepAuthorities(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.lockRows(wanted, ['public_authority_id'], 'share');
    return new Map(rows.map((row) => [this.keyOf(row), row.public_authority_id as string]));
  }

  /** Adds the number of addresses: since the customers are locked, nobody creates or deletes one until the transaction ends. */
  override async withVersionParts(locked: readonly Row[]): Promise<readonly Row[]> {
    if (locked.length === 0) return [];
    const wanted = locked.map((row) => ({
      account: row.account_id as number,
      value: row.customer_ident as string,
    }));
    const counts: readonly Row[] = await byIndex(this.database, 'addresses', 'addresses_customer')
      .select('account_id', 'customer_ident')
      .count('* as addresses')
      .where(whereAnyOf('customer_ident', wanted))
      .groupBy('account_id', 'customer_ident');
    const known = new Map(counts.map((row) => [this.keyOf(row), row.addresses]));
    return locked.map((row) => ({ ...row, addresses: known.get(this.keyOf(row)) ?? 0 }));
  }

  /** Their addresses go with them, and are noted before them. */
  override async remove(locked: readonly Scoped[]): Promise<void> {
    if (locked.length === 0) return;
    const addresses: readonly Row[] = await byIndex(this.database, 'addresses', 'addresses_customer')
      .select('account_id', 'address_ident')
      .where(whereAnyOf('customer_ident', locked))
      .orderBy(['account_id', 'customer_ident', 'address_ident']);
    this.changeLog.noteRows('deleted', 'address', addresses);
    await super.remove(locked);
  }

  /** New addresses change the version of their customers, without a write to them. */
  noteNewAddresses(rows: readonly Row[]): void {
    const customers = new Map(rows.map((row) => [this.keyOf(row), row]));
    this.changeLog.noteRows('updated', 'customer', [...customers.values()]);
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
    const rows: readonly Row[] = await byIndex(this.database, 'customers')
      .joinRaw(withAccounts('customers'))
      .leftJoin(this.database.raw(delivery), onDelivery)
      .select(this.database.raw(columns))
      .where(whereAnyOf('customer_ident', wanted, 'customers'));
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }
}
