import type { Emit } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { NotificationReading } from '../../shared/wire/notificationReading.ts';

/** Time for which notifications are read after the last reader has left: most readers come again at once. */
const lingerMs = 5_000;

interface ReaderDependencies {
  readonly redis: RedisClient;
  readonly emit: Emit;
}

/** Tells readers that their account may have changed. If a notification may have been lost, all of them are told. */
export class ChangeNotificationReader {
  readonly #dependencies: ReaderDependencies;
  readonly #followers = new Map<number, Set<() => void>>();
  #starting: Promise<NotificationReading> | undefined;
  #lastLeftAt = 0;

  constructor(dependencies: ReaderDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Calls back whenever an account may have changed. Resolves to a function that ends this, once no later change can be missed.
   * Rejects if Redis does not answer.
   */
  async follow(account: number, onNotification: () => void): Promise<() => void> {
    const followers = this.#followers.get(account) ?? new Set();
    this.#followers.set(account, followers.add(onNotification));
    const leave = () => this.#leave(account, onNotification);
    try {
      this.#starting ??= this.#start();
      await this.#starting;
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  stop(): void {
    this.#starting?.then((reading) => reading.stop()).catch(() => {});
  }

  #leave(account: number, onNotification: () => void): void {
    const followers = this.#followers.get(account);
    followers?.delete(onNotification);
    if (followers?.size === 0) this.#followers.delete(account);
    this.#lastLeftAt = performance.now();
  }

  async #start(): Promise<NotificationReading> {
    try {
      return await NotificationReading.begin({
        ...this.#dependencies,
        gatherMs: 0,
        isWanted: () => this.#isWanted(),
        onAccounts: (accounts) => this.#notify(accounts),
        onGap: () => this.#notify(Array.from(this.#followers.keys())),
        onEnd: () => {
          this.#starting = undefined;
        },
      });
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
  }

  #isWanted(): boolean {
    return this.#followers.size > 0 || performance.now() - this.#lastLeftAt < lingerMs;
  }

  #notify(accounts: Iterable<number>): void {
    for (const account of accounts)
      for (const onNotification of Array.from(this.#followers.get(account) ?? [])) onNotification();
  }
}
