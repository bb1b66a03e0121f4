import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { Database } from '../database/database.ts';
import { Accounts } from './accounts.ts';
import { Addresses } from './addresses.ts';
import { Apps } from './apps.ts';
import { Articles } from './articles.ts';
import { Claims } from './claims.ts';
import { CursorKeys } from './cursorKeys.ts';
import { Customers } from './customers.ts';
import { FeedReader } from './feedReader.ts';
import { FeedWriter } from './feedWriter.ts';
import { Inbox } from './inbox.ts';
import { Locks } from './locks.ts';
import { Numbers } from './numbers.ts';
import { Orders } from './orders.ts';
import type { StoreDependencies } from './recordStore.ts';
import { SecretKeys } from './secretKeys.ts';

export interface StoresOptions {
  /** Names the only lock that may be waited for. */
  readonly awaited?: string | undefined;
  /** True if the set has calls of one account only, and no other calls wait for it: they may be expensive. */
  readonly mayBeExpensive?: boolean;
  /** The clock of dates and cursors: the service's time, whatever the worker's host says. */
  readonly clock?: Clock;
}

/**
 * The SQL of operations, on a pool or in a transaction, which waits for no lock but the awaited one. Every method takes and
 * returns sets. A store is made when it is first used.
 */
export class Stores {
  readonly clock: Clock;
  readonly feedWriter: FeedWriter;
  readonly #database: Database;
  readonly #shared: StoreDependencies;
  #accounts: Accounts | undefined;
  #addresses: Addresses | undefined;
  #apps: Apps | undefined;
  #articles: Articles | undefined;
  #feedReader: FeedReader | undefined;
  #claims: Claims | undefined;
  #cursorKeys: CursorKeys | undefined;
  #customers: Customers | undefined;
  #inbox: Inbox | undefined;
  #numbers: Numbers | undefined;
  #orders: Orders | undefined;
  #secretKeys: SecretKeys | undefined;

  constructor(database: Database, { awaited, mayBeExpensive = false, clock = Date }: StoresOptions = {}) {
    this.clock = clock;
    this.feedWriter = new FeedWriter(database);
    this.#database = database;
    this.#shared = { locks: new Locks(database, awaited), feedWriter: this.feedWriter, mayBeExpensive };
  }

  get accounts(): Accounts {
    return (this.#accounts ??= new Accounts(this.#database));
  }

  get addresses(): Addresses {
    return (this.#addresses ??= new Addresses(this.#database, this.#shared));
  }

  get apps(): Apps {
    return (this.#apps ??= new Apps(this.#database));
  }

  get articles(): Articles {
    return (this.#articles ??= new Articles(this.#database, this.#shared));
  }

  get feedReader(): FeedReader {
    return (this.#feedReader ??= new FeedReader(this.#database));
  }

  get claims(): Claims {
    return (this.#claims ??= new Claims(this.#database));
  }

  get cursorKeys(): CursorKeys {
    return (this.#cursorKeys ??= new CursorKeys(this.#database));
  }

  get customers(): Customers {
    return (this.#customers ??= new Customers(this.#database, this.#shared));
  }

  get inbox(): Inbox {
    return (this.#inbox ??= new Inbox(this.#database));
  }

  get numbers(): Numbers {
    return (this.#numbers ??= new Numbers(this.#database, this.#shared.locks));
  }

  get orders(): Orders {
    return (this.#orders ??= new Orders(this.#database, this.#shared));
  }

  get secretKeys(): SecretKeys {
    return (this.#secretKeys ??= new SecretKeys(this.#database));
  }
}
