import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { type Database, inSnapshot } from '../database/database.ts';
import { Accounts } from './accounts.ts';
import { Addresses } from './addresses.ts';
import { Apps } from './apps.ts';
import { Articles } from './articles.ts';
import { ChangeReader } from './changeReader.ts';
import { ChangeWriter } from './changeWriter.ts';
import { Claims } from './claims.ts';
import { CursorKeys } from './cursorKeys.ts';
import { Customers } from './customers.ts';
import { Erasures } from './erasures.ts';
import { HistoryReader } from './historyReader.ts';
import { HistoryWriter } from './historyWriter.ts';
import { Inbox } from './inbox.ts';
import { type Lock, Locks } from './locks.ts';
import { Numbers } from './numbers.ts';
import { Orders } from './orders.ts';
import type { StoreDependencies } from './recordStore.ts';
import { SecretKeys } from './secretKeys.ts';
import { Webhooks } from './webhooks.ts';

export interface StoresOptions {
  /** Only lock that may be waited for. */
  readonly awaited?: Lock | undefined;
  /** True if the set has calls of one account only, and no other calls wait for it: they may be expensive. */
  readonly mayBeExpensive?: boolean;
  /** Clock of dates and cursors: the service's time, whatever the worker's host says. */
  readonly clock?: Clock;
}

/**
 * SQL of operations, on a pool or in a transaction, which waits for no lock but the awaited one. Every method takes and
 * returns sets. Each getter makes a new store: operations take each of theirs once.
 */
export class Stores {
  readonly clock: Clock;
  readonly changeWriter: ChangeWriter;
  #historyWriter: HistoryWriter | undefined;
  readonly #database: Database;
  readonly #options: StoresOptions;
  readonly #shared: StoreDependencies;

  constructor(database: Database, options: StoresOptions = {}) {
    const { awaited, mayBeExpensive = false, clock = Date } = options;
    this.clock = clock;
    this.#options = options;
    this.changeWriter = new ChangeWriter(database);
    this.#database = database;
    this.#shared = { locks: new Locks(database, awaited), changeWriter: this.changeWriter, mayBeExpensive };
  }

  /** Runs reads on one snapshot of the database. */
  inSnapshot<T>(work: (snapshot: Stores) => Promise<T>): Promise<T> {
    return inSnapshot(this.#database, (snapshot) => work(new Stores(snapshot, this.#options)));
  }

  get accounts(): Accounts {
    return new Accounts(this.#database);
  }

  get addresses(): Addresses {
    return new Addresses(this.#database, this.#shared);
  }

  get apps(): Apps {
    return new Apps(this.#database);
  }

  get articles(): Articles {
    return new Articles(this.#database, this.#shared);
  }

  get changeReader(): ChangeReader {
    return new ChangeReader(this.#database);
  }

  get erasures(): Erasures {
    return new Erasures(this.#database);
  }

  /** One for all that a transaction changes. */
  get historyWriter(): HistoryWriter {
    this.#historyWriter ??= new HistoryWriter(this.#database);
    return this.#historyWriter;
  }

  /** Writes the noted history, if any. */
  async recordHistory(): Promise<void> {
    await this.#historyWriter?.record();
  }

  get historyReader(): HistoryReader {
    return new HistoryReader(this.#database);
  }

  get claims(): Claims {
    return new Claims(this.#database);
  }

  get cursorKeys(): CursorKeys {
    return new CursorKeys(this.#database);
  }

  get customers(): Customers {
    return new Customers(this.#database, this.#shared);
  }

  get inbox(): Inbox {
    return new Inbox(this.#database);
  }

  get numbers(): Numbers {
    return new Numbers(this.#database, this.#shared.locks);
  }

  get orders(): Orders {
    return new Orders(this.#database, this.#shared);
  }

  get secretKeys(): SecretKeys {
    return new SecretKeys(this.#database);
  }

  get webhooks(): Webhooks {
    return new Webhooks(this.#database, this.changeWriter);
  }
}
