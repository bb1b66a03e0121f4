import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { addressesField } from '../../shared/contract/resources/change.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import { importSource } from '../../shared/contract/resources/importSource.ts';
import type { Database } from '../database/database.ts';
import { ChangeWriter } from './changeWriter.ts';
import { Erasures } from './erasures.ts';
import { addressCount, delivery, onDelivery, textColumns } from './find.ts';
import { ImportedStore, type Removal } from './importedStore.ts';
import { DeletionNeeded, ExpensiveCalls, Locks } from './locks.ts';
import type { StoreDependencies } from './recordStore.ts';
import type { ImportedTable, Row } from './recordTable.ts';
import {
  byIndex,
  deleteByIndex,
  notIndexed,
  recordKey,
  type Scoped,
  whereAnyOf,
  withAccounts,
} from './scope.ts';
import { removalOf, versionColumns, versionOf } from './versions.ts';

const indexes = {
  customer_nr: 'customers_number',
  bill_email: 'customers_email',
  external_ident: 'customers_external',
};
const byNumber = { column: 'customer_nr', index: indexes.customer_nr };
const byCompany = { column: 'search_company', index: 'customers_search_company' };
const byLastname = { column: 'search_lastname', index: 'customers_search_lastname' };

export const customerTable: ImportedTable<'customer_not_found'> = {
  resource: 'customer',
  notFound: 'customer_not_found',
  table: 'customers',
  ident: 'customer_ident',
  number: 'customer_nr',
  type: 'customer_type',
  text: 'user_note',
  fields: customerFields,
  indexes,
  equal: {
    customer_nr: indexes.customer_nr,
    bill_email: indexes.bill_email,
    bill_zipcode: 'customers_zipcode',
  },
  external: { index: indexes.external_ident, source: ['customer_type', 'external_account_name'] },
  compared: ['bill_country', 'customer_type', 'external_account_name'],
  orders: {
    created: { column: 'customer_ident', index: 'PRIMARY' },
    updated: { column: 'date_updated', index: 'customers_updated' },
    number: byNumber,
    company: byCompany,
    lastname: byLastname,
  },
  searched: [
    { ...byCompany, lowerCaseOf: 'bill_company' },
    { ...byLastname, lowerCaseOf: 'bill_lastname' },
    { column: 'search_email', index: 'customers_search_email', lowerCaseOf: 'bill_email' },
    byNumber,
  ],
};

const own = [
  'account_id',
  'customer_ident',
  'external_username',
  ...versionColumns,
  ...Object.keys({ ...importSource, ...customerFields }),
];
/** One text, since quoting each name for every set would cost Knex as much as a small read. */
const columns = [
  ...own.filter((name) => name !== customerTable.text).map((name) => `customers.${name}`),
  ...textColumns('customers', customerTable.text),
  ...Object.keys(deliveryFields).map((name) => `delivery.${name}`),
  'delivery.address_ident as delivery_address',
  'accounts.time_zone',
].join(', ');

/** Addresses that one transaction removes with their customers. Deleting so many takes a fraction of a second. */
const maxRemoved = 5_000;

export class Customers extends ImportedStore<'customer_not_found'> {
  constructor(database: Database, shared: StoreDependencies) {
    super(database, customerTable, shared);
  }

  override readonly removalColumns = ['removal'];

  /**
   * Adds the number of addresses. The customers are locked, so nobody creates or deletes an address until the transaction ends.
   * Throws `ExpensiveCalls` for customers with too many addresses to be counted while other calls wait.
   */
  override async withVersionParts(locked: readonly Row[]): Promise<readonly Row[]> {
    if (locked.length === 0) return [];
    const wanted = locked.map((row) => this.scopedOf(row));
    const counts: readonly Row[] = await byIndex(this.database, 'customers')
      .select(
        'account_id',
        'customer_ident',
        notIndexed,
        this.database.raw(addressCount(this.mayBeExpensive, wanted.length)),
      )
      .where(whereAnyOf('customer_ident', wanted));
    const uncounted = counts.filter(({ addresses }) => addresses === null);
    if (uncounted.length > 0) throw new ExpensiveCalls(uncounted.map((row) => this.keyOf(row)));
    const countByKey = new Map(counts.map((row) => [this.keyOf(row), row.addresses]));
    return locked.map((row) => ({ ...row, addresses: countByKey.get(this.keyOf(row)) ?? 0 }));
  }

  /**
   * Removes the addresses of the customers too, and notes them first. Throws `DeletionNeeded` for more addresses than
   * one transaction removes.
   */
  override async remove(locked: readonly Removal[]): Promise<void> {
    const [first, ...others] = locked;
    if (first === undefined) return;
    const addresses: readonly Row[] = await byIndex(this.database, 'addresses', 'addresses_customer')
      .select('account_id', 'customer_ident', 'address_ident', notIndexed)
      .where(whereAnyOf('customer_ident', locked))
      // Unsorted, in the order of the index: MariaDB would read all before it sorts them.
      .limit(maxRemoved + 1);
    if (addresses.length > maxRemoved) {
      const keys = locked.map(({ account, value }) => recordKey(account, value));
      const removesOne = async (database: Database) => others.length === 0 && removeNewest(database, first);
      throw new DeletionNeeded(keys, removesOne);
    }
    const erased = locked.filter(({ erases }) => erases);
    const keys = new Set(erased.map(({ account, value }) => recordKey(account, value)));
    const ofErased = addresses.filter((row) => keys.has(this.keyOf(row)));
    await new Erasures(this.database).request([...erased, ...ofErased.map(addressOf)]);
    this.changeWriter.noteRows('deleted', 'address', addresses);
    await super.remove(locked);
  }

  /** New addresses change the version of their customers, without a write to them. */
  noteNewAddresses(rows: readonly Row[]): void {
    const customers = new Map(rows.map((row) => [this.keyOf(row), row]));
    this.changeWriter.noteUpdates('customer', [...customers.values()], () => [addressesField]);
  }

  /**
   * Returns rows by record, with the time zone of the account, the delivery address (`delivery_address` is its ident, or NULL),
   * the number of `addresses`, and `text_bytes`. `addresses` is NULL if they are too many to be counted while other calls wait.
   * A long `user_note` is NULL.
   */
  override async read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    const rows: readonly Row[] = await byIndex(this.database, 'customers')
      .joinRaw(withAccounts('customers'))
      .leftJoin(this.database.raw(delivery), onDelivery)
      .select(this.database.raw(`${columns}, ${addressCount(this.mayBeExpensive, wanted.length)}`))
      .where(whereAnyOf('customer_ident', wanted, 'customers'));
    return this.byKey(rows);
  }
}

/**
 * Deletes the addresses of a locked customer from an ident on; nobody can add one meanwhile.
 */
const deleteNewest = `${deleteByIndex('addresses', 'addresses_customer')}
  WHERE account_id = ? AND customer_ident = ? AND address_ident >= ?`;

/**
 * Removes the newest addresses of a customer that is to be removed, in its own transaction. Until the last transaction removes
 * the customer with its oldest addresses, readers see it with these, as customer.read shows them. If a version is required, the
 * customer is marked, so that the next step recognizes it. Resolves to true.
 */
async function removeNewest(pool: Database, removal: Removal): Promise<boolean> {
  await pool.transaction(async (database) => {
    const changeWriter = new ChangeWriter(database);
    const customer = await lockRemovable(database, changeWriter, removal);
    if (!customer) return;
    const removed = await removeNewestAddresses(database, changeWriter, removal);
    await noteRemovalStep(database, removal, (customer.addresses as number) - removed);
    await changeWriter.record();
  });
  return true;
}

const ownerOf = ({ account, value }: Removal) => ({ account_id: account, customer_ident: value });

/** Resolves to the locked customer, with the number of its addresses if a version is required; undefined if it must stay. */
async function lockRemovable(database: Database, changeWriter: ChangeWriter, removal: Removal) {
  const { required } = removal;
  const locked: readonly Row[] = await byIndex(database, 'customers')
    .select('account_id', 'customer_ident', 'removal', ...versionColumns)
    .where(ownerOf(removal))
    .forUpdate();
  const customers = new Customers(database, {
    locks: new Locks(database),
    changeWriter,
    mayBeExpensive: true,
  });
  const [customer] = required === undefined ? locked : await customers.withVersionParts(locked);
  return customer && isRemovable(customer, required) ? customer : undefined;
}

/** Resolves to the number of removed addresses. */
async function removeNewestAddresses(
  database: Database,
  changeWriter: ChangeWriter,
  removal: Removal,
): Promise<number> {
  const { account, value, erases } = removal;
  const addresses: readonly Row[] = await byIndex(database, 'addresses', 'addresses_customer')
    .select('account_id', 'address_ident')
    .where(ownerOf(removal))
    .orderBy('address_ident', 'desc')
    .limit(maxRemoved);
  const idents = addresses.map((row) => row.address_ident as string);
  if (erases) await new Erasures(database).request(addresses.map(addressOf));
  changeWriter.noteRows('deleted', 'address', addresses);
  changeWriter.noteUpdates('customer', [ownerOf(removal)], () => [addressesField]);
  // An IN of so many idents may be read as a scan of the account.
  await database.raw(deleteNewest, [account, value, idents.at(-1) ?? '']);
  return addresses.length;
}

/** Gives the customer a new version, which the next step requires if the call requires one. */
async function noteRemovalStep(database: Database, removal: Removal, addresses: number): Promise<void> {
  const { required, now } = removal;
  const owner = ownerOf(removal);
  await database('customers')
    .where(owner)
    .update({
      revision: database.raw('revision + 1'),
      date_updated: database.raw('GREATEST(date_updated, ?)', [now]),
    });
  if (required === undefined) return;
  const [row]: readonly Row[] = await byIndex(database, 'customers').select(versionColumns).where(owner);
  await database('customers')
    .where(owner)
    .update({ removal: removalOf(required, versionOf({ ...row, addresses })) });
}

function addressOf(row: Row): Scoped {
  return { account: row.account_id as number, value: row.address_ident as string };
}

/** True if nobody else has changed a locked customer since its removal began. */
function isRemovable(customer: Row, required: string | undefined): boolean {
  const version = versionOf(customer);
  return required === undefined || version === required || customer.removal === removalOf(required, version);
}
