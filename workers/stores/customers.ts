import type { Database } from '../database/database.ts';
import type { Locks } from './locks.ts';
import { RecordStore, type RecordTable, type Row } from './records.ts';
import { type Scoped, whereAnyOf } from './scope.ts';

/** How records are addressed. */
export const names: RecordTable = {
  table: 'customers',
  ident: 'customer_ident',
  number: 'customer_nr',
  type: 'customer_type',
  indexed: ['customer_nr', 'bill_email'],
};

/** Customers (spec section 2.1). */
export class Customers extends RecordStore {
  constructor(database: Database, locks?: Locks) {
    super(database, names, locks);
  }

  /** The Leitweg-IDs of those customers that exist, kept as they are until the transaction ends. */
  async keepAuthorities(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.take(wanted, ['public_authority_id'], 'share');
    return new Map(rows.map((row) => [this.keyOf(row), row.public_authority_id as string]));
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
