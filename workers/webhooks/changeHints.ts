import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { connectToBlock } from '../../shared/runtime/redis/blockingReader.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import {
  accountsIn,
  maxNotifications,
  notificationOf,
  notificationStream,
} from '../../shared/wire/changeNotifications.ts';

const blockMs = 2_000;

/** Lifetime of the stream if nobody reads it any more. It is renewed with each read. */
const streamTtlMs = 30_000;

const retryMs = 1_000;

const entriesAtOnce = 100;

interface HintOptions {
  readonly redis: RedisClient;
  readonly emit: Emit;
  /** False while there are no webhooks: then workers need not write to the stream. */
  readonly isWanted: () => boolean;
  readonly onChanges: (accounts: readonly number[]) => void;
}

/** Says which accounts have changed, soon after COMMIT. A hint may get lost: the scan finds its webhooks a second later. */
export class ChangeHints {
  readonly #options: HintOptions;
  readonly #stopping = new AbortController();
  readonly #connection: Redis;

  constructor(options: HintOptions) {
    this.#options = options;
    const { redis, emit } = options;
    this.#connection = connectToBlock(redis, { key: notificationStream, blockMs, emit });
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
    this.#connection.disconnect();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let lastId: string | undefined;
    while (!signal.aborted)
      try {
        if (this.#options.isWanted()) lastId = await this.#read(lastId ?? (await this.#begin()));
        else {
          lastId = undefined;
          await delay(retryMs, undefined, { signal });
        }
      } catch {
        lastId = undefined;
        await delay(retryMs, undefined, { signal }).catch(() => {});
      }
  }

  /** Creates the stream if necessary, since workers append only to an existing one. Resolves to the id of its last entry. */
  async #begin(): Promise<string> {
    const id = await this.#options.redis.xadd(
      notificationStream,
      'MAXLEN',
      '~',
      maxNotifications,
      '*',
      ...notificationOf([]),
    );
    await this.#options.redis.pexpire(notificationStream, streamTtlMs);
    return String(id);
  }

  /** Resolves to the id of the last entry, or to undefined if the stream is gone. */
  async #read(lastId: string): Promise<string | undefined> {
    const streams = await this.#connection.xread(
      ...(['COUNT', entriesAtOnce, 'BLOCK', blockMs, 'STREAMS', notificationStream, lastId] as const),
    );
    const entries = streams?.[0]?.[1] ?? [];
    const accounts = new Set(entries.flatMap(([, fields]) => accountsIn(fields)));
    if (accounts.size > 0) this.#options.onChanges([...accounts]);
    const isThere = (await this.#options.redis.pexpire(notificationStream, streamTtlMs)) === 1;
    return isThere ? (entries.at(-1)?.[0] ?? lastId) : undefined;
  }
}
