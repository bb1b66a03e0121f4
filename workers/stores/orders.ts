import Big from 'big.js';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { Database } from '../database/database.ts';
import { deferred } from '../database/pipeliningClient.ts';
import { ExpensiveCalls, type Locks } from './locks.ts';
import { takenNumbers } from './numbers.ts';
import type { StoreDependencies } from './recordStore.ts';
import type { Row } from './recordTable.ts';
import { byIndex, maxBeside, recordKey, type Scoped, whereAnyOf } from './scope.ts';

export interface ChangedAuthority {
  readonly account: number;
  readonly customerIdent: string;
  readonly former: string;
  readonly changed: string;
  readonly date_updated: string;
}

interface LockedOrder {
  readonly invoice_nr: string | null;
}

export class Orders {
  readonly #database: Database;
  readonly #locks: Locks;
  readonly #mayBeExpensive: boolean;

  constructor(database: Database, { locks, mayBeExpensive }: Omit<StoreDependencies, 'changeWriter'>) {
    this.#database = database;
    this.#locks = locks;
    this.#mayBeExpensive = mayBeExpensive;
  }

  async insert(orders: readonly Row[], items: readonly Row[]): Promise<void> {
    if (orders.length === 0) return;
    await deferred(this.#database('orders').insert(orders));
    await deferred(this.#database('order_items').insert(items));
    await deferred(this.#addSales(items));
  }

  /**
   * Adds quantities to the sums of their articles. The sums are locked until COMMIT, and the statement is sent with it. So
   * orders of the same article wait for each other for no round trip. Articles are locked in order, so there is no deadlock.
   */
  #addSales(items: readonly Row[]) {
    const sums = [
      ...groupBy(items, (item) => recordKey(item.account_id as number, item.article_ident as string)),
    ]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, [first, ...others]]) => ({
        account_id: first?.account_id,
        article_ident: first?.article_ident,
        quantity: others
          .reduce((sum, item) => sum.plus(item.quantity as string), Big(first?.quantity as string))
          .toFixed(),
      }));
    const quantity = this.#database.raw('article_sales.quantity + values(quantity)');
    return this.#database('article_sales').insert(sums).onConflict().merge({ quantity });
  }

  /** Locks the orders that exist until the transaction ends. */
  async lock(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, LockedOrder>> {
    const rows = await this.#locks.lock({
      wanted,
      select: (some) =>
        byIndex(this.#database, 'orders')
          .select('account_id', 'order_ident', 'invoice_nr')
          .where(whereAnyOf('order_ident', some)),
      ident: 'order_ident',
    });
    return new Map(
      rows.map((row) => [
        recordKey(row.account_id, row.order_ident as string),
        row as unknown as LockedOrder,
      ]),
    );
  }

  async invoice(rows: readonly Row[]): Promise<void> {
    if (rows.length > 0)
      await this.#database('orders').insert(rows).onConflict().merge(['invoice_nr', 'date_updated']);
  }

  takenNumbers(wanted: readonly Scoped[]): Promise<ReadonlySet<string>> {
    const numbered = { table: 'orders', column: 'invoice_nr', index: 'orders_invoice' };
    return takenNumbers(this.#database, numbered, wanted);
  }

  /**
   * Copies the customers' new Leitweg-IDs to their orders without an invoice number that still have the former one. Customer by
   * customer: for several at once, the database may read all orders of the account for each.
   */
  async copyAuthorities(changes: readonly ChangedAuthority[]): Promise<void> {
    for (const { account, customerIdent, former, changed, date_updated } of changes) {
      const statement = `update orders force index (orders_customer) set public_authority_id = ?, date_updated = ?
        where account_id = ? and customer_ident = ? and invoice_nr is null and public_authority_id = ?`;
      await deferred(this.#database.raw(statement, [changed, date_updated, account, customerIdent, former]));
    }
  }

  /** Throws `ExpensiveCalls` for customers with more orders than may be changed while other calls wait. */
  async requireFew(changes: readonly Omit<ChangedAuthority, 'date_updated'>[]): Promise<void> {
    if (changes.length === 0 || this.#mayBeExpensive) return;
    const beyond = changes.map(({ account, customerIdent }) =>
      byIndex(this.#database, 'orders', 'orders_customer')
        .select('account_id', 'customer_ident', 'public_authority_id')
        .where({ account_id: account, customer_ident: customerIdent })
        .limit(1)
        .offset(maxBeside(changes.length, 'rows')),
    );
    const rows: readonly Row[] = await this.#database.unionAll(beyond, true);
    const keys = rows.map((row) => recordKey(row.account_id as number, row.customer_ident as string));
    if (keys.length > 0) throw new ExpensiveCalls(keys);
  }
}
