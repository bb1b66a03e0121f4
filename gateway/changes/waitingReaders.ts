import { setMaxListeners } from 'node:events';
import { ChangeHints } from './changeHints.ts';

export const maxWaiting = { gateway: 1_000, account: 100 } as const;

/**
 * Counts the requests that wait for changes. They hold no call and no worker, so they do not count against the calls in flight.
 * They hold a connection and some memory, so they have a limit of their own.
 */
export class WaitingReaders {
  readonly hints: ChangeHints;
  readonly #byAccount = new Map<number, number>();
  readonly #stopping = new AbortController();
  #all = 0;

  constructor(parts: ConstructorParameters<typeof ChangeHints>[0]) {
    this.hints = new ChangeHints(parts);
    setMaxListeners(0, this.#stopping.signal);
  }

  get count(): number {
    return this.#all;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Ends all waits: requests are answered with what there is. */
  stop(): void {
    this.#stopping.abort();
    this.hints.stop();
  }

  /** Counts a request until the returned function is called. Returns undefined if there is no room. */
  enter(account: number): (() => void) | undefined {
    const own = this.#byAccount.get(account) ?? 0;
    if (this.#all >= maxWaiting.gateway || own >= maxWaiting.account) return undefined;
    this.#add(account, 1);
    return () => this.#add(account, -1);
  }

  #add(account: number, change: number): void {
    this.#all += change;
    const own = (this.#byAccount.get(account) ?? 0) + change;
    if (own === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, own);
  }
}
