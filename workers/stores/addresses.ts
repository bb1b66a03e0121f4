import { addressReadOnly, deliveryFields } from '../../shared/contract/resources/address.ts';
import type { AddressRecord } from '../../shared/contract/resources/records.ts';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Database } from '../database/database.ts';
import { RecordStore, type StoreDependencies } from './recordStore.ts';
import type { RecordTable, Row } from './recordTable.ts';
import { byIndex, recordKey, type Scoped, whereAnyOf } from './scope.ts';
import { versionColumns, versionOf } from './versions.ts';

const byCompany = { column: 'search_company', index: 'addresses_search_company' };
const byLastname = { column: 'search_lastname', index: 'addresses_search_lastname' };

const addressTable: RecordTable<'address_not_found'> = {
  resource: 'address',
  notFound: 'address_not_found',
  owner: 'customer_ident',
  fields: deliveryFields,
  table: 'addresses',
  ident: 'address_ident',
  equal: { customer_ident: 'addresses_customer', delivery_zipcode: 'addresses_zipcode' },
  compared: ['delivery_country'],
  orders: {
    created: { column: 'address_ident', index: 'PRIMARY' },
    updated: { column: 'date_updated', index: 'addresses_updated' },
    company: byCompany,
    lastname: byLastname,
  },
  searched: [
    { ...byCompany, lowerCaseOf: 'delivery_company' },
    { ...byLastname, lowerCaseOf: 'delivery_lastname' },
  ],
};

const { version: _, ...stored } = addressReadOnly;
const columns = ['account_id', 'revision', ...Object.keys({ ...stored, ...deliveryFields })];
const textBytes = Object.keys(deliveryFields)
  .map((name) => `length(${name})`)
  .join(' + ');

export interface LockedAddress extends Row {
  readonly account_id: number;
  readonly address_ident: string;
  readonly customer_ident: string;
  readonly revision: number;
  readonly date_updated: string;
  readonly customer_revision: number;
  /** Address that the customer was created with. */
  readonly delivery_address_ident: string | null;
}

const lockedColumns = [
  ...['account_id', 'address_ident', 'customer_ident', ...versionColumns].map((name) => `addresses.${name}`),
  'customers.revision as customer_revision',
  'customers.delivery_address_ident',
];

/** Joins addresses first: in small tables, the database would read, and lock, customers whose addresses are not wanted. */
const withCustomers = `straight_join customers force index (PRIMARY) on customers.account_id = addresses.account_id
  and customers.customer_ident = addresses.customer_ident`;

export class Addresses extends RecordStore<RecordTable<'address_not_found'>> {
  constructor(database: Database, shared: StoreDependencies) {
    super(database, addressTable, shared);
  }

  async read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, AddressRecord>> {
    const rows: readonly Row[] = await byIndex(this.database, 'addresses')
      .select(columns)
      .where(whereAnyOf('address_ident', wanted));
    return new Map(rows.map((row) => [this.keyOf(row), addressRecord(row)]));
  }

  /** Addresses have no long texts. */
  async withTexts(): Promise<(row: Row) => Row> {
    return (row) => row;
  }

  /**
   * Selects `LockedAddress`es. Their customers are locked too: a customer's version changes with its addresses. `LockedElsewhere`
   * then names the locks of addresses, even if the customer is locked.
   */
  protected override selectToLock(wanted: readonly Scoped[], others: readonly string[]) {
    return byIndex(this.database, 'addresses')
      .joinRaw(withCustomers)
      .select(...lockedColumns, ...others.map((name) => `addresses.${name}`))
      .where(whereAnyOf('address_ident', wanted, 'addresses'));
  }

  /** Reads all addresses of customers that have few, by customer, the oldest first. */
  async ofCustomers(customers: readonly Scoped[]): Promise<ReadonlyMap<string, AddressRecord[]>> {
    if (customers.length === 0) return new Map();
    const rows = await byIndex(this.database, 'addresses', 'addresses_customer')
      .select(columns)
      .where(whereAnyOf('customer_ident', customers))
      // The order of the index: sorted by ident alone, the database would read all addresses of the account.
      .orderBy(['account_id', 'customer_ident', 'address_ident']);
    return byCustomer(rows);
  }

  /**
   * Reads the oldest addresses of customers with any number of them: at most `max.addresses`, with at most `max.bytes` of text.
   */
  async oldestOf(
    customers: readonly Scoped[],
    max: { readonly addresses: number; readonly bytes: number },
  ): Promise<ReadonlyMap<string, AddressRecord[]>> {
    if (customers.length === 0) return new Map();
    const measured = customers.map((customer) => this.#measured(customer, max.addresses));
    const rows = await this.database
      .from(this.database.unionAll(measured, true).as('measured'))
      .joinRaw(
        `straight_join addresses force index (PRIMARY) on addresses.account_id = measured.account_id
          and addresses.address_ident = measured.address_ident`,
      )
      .select(columns.map((name) => `addresses.${name}`))
      .where('total', '<=', max.bytes)
      .orderBy(['addresses.account_id', 'addresses.customer_ident', 'addresses.address_ident']);
    return byCustomer(rows);
  }

  /** Selects the idents of a customer's oldest addresses. `total` is the text size of an address and all before it. */
  #measured({ account, value }: Scoped, max: number) {
    const oldest = byIndex(this.database, 'addresses', 'addresses_customer')
      .select('account_id', 'address_ident', this.database.raw(`${textBytes} as bytes`))
      .where({ account_id: account, customer_ident: value })
      .orderBy('address_ident')
      .limit(max);
    const total = 'sum(bytes) over (order by address_ident rows unbounded preceding) as total';
    return this.database
      .from(oldest.as('oldest'))
      .select('account_id', 'address_ident', this.database.raw(total));
  }
}

function byCustomer(rows: readonly Row[]): ReadonlyMap<string, AddressRecord[]> {
  const customers = new Map<string, AddressRecord[]>();
  for (const row of rows) {
    const key = recordKey(row.account_id as number, row.customer_ident as string);
    addToGroup(customers, key, addressRecord(row));
  }
  return customers;
}

function addressRecord(row: Row): AddressRecord {
  const { account_id, revision, ...address } = row;
  return { ...address, version: versionOf(row) } as unknown as AddressRecord;
}
