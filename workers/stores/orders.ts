import { deferred } from '../database/batchingClient.ts';
import type { Database } from '../database/database.ts';
import { Locks, recordLock } from './locks.ts';
import type { Row } from './recordTable.ts';
import { recordKey, type Scoped, whereAnyOf } from './scope.ts';

/** A customer whose Leitweg-ID was changed. */
export interface ChangedAuthority {
  readonly account: number;
  readonly customerIdent: string;
  readonly former: string;
}

/** A locked order. */
interface Locked {
  readonly invoice_nr: string | null;
}

/** Orders and their items. */
export class Orders {
  readonly #database: Database;
  readonly #locks: Locks;

  constructor(database: Database, locks = new Locks(database)) {
    this.#database = database;
    this.#locks = locks;
  }

  async insert(orders: readonly Row[], items: readonly Row[]): Promise<void> {
    if (orders.length === 0) return;
    await deferred(this.#database('orders').insert(orders));
    await deferred(this.#database('order_items').insert(items));
  }

  /** The orders that exist, with their invoice numbers, locked until the transaction ends. */
  async lock(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Locked>> {
    const rows = await this.#locks.lock({
      wanted,
      select: (some) =>
        this.#database('orders')
          .select('account_id', 'order_ident', 'invoice_nr')
          .where(whereAnyOf('order_ident', some)),
      lockOf: ({ account, value }) => recordLock(account, value),
      keyOf: (row) => ({ account: row.account_id, value: row.order_ident as string }),
    });
    return new Map(
      rows.map((row) => [recordKey(row.account_id, row.order_ident as string), row as unknown as Locked]),
    );
  }

  /** Writes the invoice numbers of locked orders. */
  async invoice(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0)
      await this.#database('orders').insert(rows).onConflict().merge(['invoice_nr', 'date_updated']);
  }

  /** The invoice numbers that some order has. */
  async takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database('orders')
      .distinct('account_id', 'invoice_nr')
      .where(whereAnyOf('invoice_nr', wanted));
    return new Set(rows.map((row) => recordKey(row.account_id, row.invoice_nr)));
  }

  /** Copies the customers' new Leitweg-IDs to their orders without an invoice number that still have the former one. */
  async copyAuthorities(changes: readonly ChangedAuthority[]): Promise<void> {
    if (changes.length === 0) return;
    const update = this.#database('orders')
      .join('customers', (on) => {
        on.on('customers.account_id', 'orders.account_id').on(
          'customers.customer_ident',
          'orders.customer_ident',
        );
      })
      .whereNull('orders.invoice_nr')
      .where((query) => {
        for (const { account, customerIdent, former } of changes) {
          query.orWhere({
            'orders.account_id': account,
            'orders.customer_ident': customerIdent,
            'orders.public_authority_id': former,
          });
        }
      })
      .update({ 'orders.public_authority_id': this.#database.ref('customers.public_authority_id') });
    await deferred(update);
  }
}
