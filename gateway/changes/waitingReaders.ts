import { setMaxListeners } from 'node:events';
import { maxWaitingReaders } from '../../shared/contract/resources/change.ts';
import { FairBudget, type Release } from '../calls/fairBudget.ts';
import { ChangeNotificationReader } from './changeNotificationReader.ts';

/**
 * Counts the requests that wait for changes. They hold no call and no worker, so they do not count against the calls in flight.
 * They hold a connection and some memory, so they have a limit of their own.
 */
export class WaitingReaders {
  readonly notifications: ChangeNotificationReader;
  readonly #waiting = new FairBudget<number>(maxWaitingReaders.gateway);
  readonly #stopping = new AbortController();

  constructor(dependencies: ConstructorParameters<typeof ChangeNotificationReader>[0]) {
    this.notifications = new ChangeNotificationReader(dependencies);
    setMaxListeners(0, this.#stopping.signal);
  }

  get count(): number {
    return this.#waiting.held;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Ends all waits: requests are answered with what there is. */
  stop(): void {
    this.#stopping.abort();
    this.notifications.stop();
  }

  /** Counts a request until it is released. Returns undefined if there is no room. */
  acquire(account: number): Release | undefined {
    if (!this.#waiting.isFree(1) || this.#waiting.heldBy(account) >= maxWaitingReaders.account)
      return undefined;
    return this.#waiting.acquire(account, 1);
  }
}
