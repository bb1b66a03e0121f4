import type { Database } from '../database/database.ts';
import { RecordStore, type RecordTable, type Row } from './records.ts';
import { type Scoped, whereAnyOf } from './scope.ts';

const names: RecordTable = {
  table: 'customers',
  ident: 'customer_ident',
  number: 'customer_nr',
  type: 'customer_type',
};

/** Customers (spec section 2.1). */
export class Customers extends RecordStore {
  constructor(database: Database) {
    super(database, names);
  }

  /** The Leitweg-IDs of those customers that exist, kept as they are until the transaction ends. */
  async keepAuthorities(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database('customers')
      .select('account_id', 'customer_ident', 'public_authority_id')
      .where(whereAnyOf('customer_ident', wanted))
      .forShare();
    return new Map(rows.map((row) => [this.keyOf(row), row.public_authority_id]));
  }

  /** Whole rows with the time zone of their account. */
  async read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> {
    const rows = await this.database('customers')
      .join('accounts', 'accounts.id', 'customers.account_id')
      .select('customers.*', 'accounts.time_zone')
      .where(whereAnyOf('customer_ident', wanted, 'customers'));
    return new Map(rows.map((row) => [this.keyOf(row), row]));
  }
}
