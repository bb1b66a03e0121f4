import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { unpackReplies } from '../../shared/wire/replies.ts';
import type { PendingCalls } from './pendingCalls.ts';

/** Maximum wait of one read. A connection that is silent for longer is dead. */
export const replyBlockMs = 2_000;

const retryMs = 50;

/** Interval between trims of the stream, and the characters of replies after which it is trimmed sooner. */
const trimMs = 1_000;
const trimLength = 4_194_304;

/** Entries per read: about 8 MiB of the largest ones. */
const entriesAtOnce = 8;

type Entry = readonly [entryId: string, fields: readonly string[]];

interface ReplyReaderOptions {
  readonly sending: RedisClient;
  readonly reading: Redis;
  readonly stream: string;
  readonly pending: PendingCalls;
  readonly clock: Clock;
  readonly emit: Emit;
}

/** Reads the reply stream of this gateway and settles the calls. Continues at the same entry after a broken connection. */
export class ReplyReader {
  readonly #options: ReplyReaderOptions;
  readonly #stopTrimming = repeat(trimMs, () => this.#trim());
  #lastId = '0';
  #startsOver = false;
  #trimmedTo = '0';
  #untrimmedLength = 0;
  #stopped = false;

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
    void this.#readOn();
  }

  /** Reads the stream from its start: an emptied Redis may number entries lower than before. */
  startOver(): void {
    this.#startsOver = true;
  }

  stop(): void {
    this.#stopped = true;
    this.#stopTrimming();
    this.#options.reading.disconnect();
  }

  async #readOn(): Promise<void> {
    const { reading, stream } = this.#options;
    while (!this.#stopped) {
      if (this.#startsOver) this.#lastId = '0';
      this.#startsOver = false;
      // The client repeats the command while Redis is away, so an error here means the end or a temporary refusal.
      const streams = await reading
        .xread('COUNT', entriesAtOnce, 'BLOCK', replyBlockMs, 'STREAMS', stream, this.#lastId)
        .catch(() => delay(retryMs, null));
      for (const entry of streams?.[0]?.[1] ?? []) this.#settle(entry);
      if (this.#untrimmedLength > trimLength) this.#trim();
    }
  }

  #settle([entryId, [, replies = '', , waits = '']]: Entry): void {
    this.#lastId = entryId;
    this.#untrimmedLength += replies.length;
    // An id begins with the time at which the entry was added, by Redis's clock.
    const addedAt = Number(entryId.slice(0, entryId.indexOf('-')));
    const unpacked = unpackReplies(replies, waits);
    const { clock, emit, pending } = this.#options;
    emit('replies_read', { replies: unpacked.length, lagMs: Math.max(0, clock.now() - addedAt) });
    for (const { callId, reply, waitMs } of unpacked) pending.settle(callId, reply, waitMs);
  }

  /** Replies that were read contain personal data and take memory. The next trim makes up for one that fails. */
  #trim(): void {
    if (this.#lastId === '0' || this.#trimmedTo === this.#lastId) return;
    this.#trimmedTo = this.#lastId;
    this.#untrimmedLength = 0;
    const { sending, stream } = this.#options;
    sending.xtrim(stream, 'MINID', idAfter(this.#lastId)).catch(() => {});
  }
}

/** Next possible id. An id has milliseconds, and a count within them. */
function idAfter(entryId: string): string {
  const [milliseconds = '0', count = '0'] = entryId.split('-');
  return `${milliseconds}-${BigInt(count) + 1n}`;
}
