import type { Redis } from 'ioredis';
import { unpackReply } from '../../shared/envelope.ts';
import type { PendingCalls } from './pending.ts';

/** Milliseconds that one read waits for replies; a connection that is silent for longer is dead. */
export const blockMs = 2_000;
/** Milliseconds between two trims of the stream. */
const trimMs = 1_000;

/** Alternating: a call's id, its packed reply. */
type Entry = readonly [entryId: string, idsAndReplies: readonly string[]];

/** Reads the reply stream of this gateway and settles the calls. After a broken connection it reads on where it was. */
export class ReplyReader {
  readonly #sending: Redis;
  readonly #reading: Redis;
  readonly #stream: string;
  readonly #pending: PendingCalls;
  readonly #trimming: NodeJS.Timeout;
  #lastId = '0';
  #trimmedTo = '0';
  #stopped = false;

  constructor(sending: Redis, reading: Redis, stream: string, pending: PendingCalls) {
    this.#sending = sending;
    this.#reading = reading;
    this.#stream = stream;
    this.#pending = pending;
    this.#trimming = setInterval(() => this.#trim(), trimMs);
    void this.#readOn();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#trimming);
    this.#reading.disconnect();
  }

  async #readOn(): Promise<void> {
    while (!this.#stopped) {
      for (const entry of await this.#read()) this.#settle(entry);
    }
  }

  /** While Redis is away the client keeps the command and sends it again, so an error here is the end or a bad moment. */
  async #read(): Promise<readonly Entry[]> {
    try {
      const streams = await this.#reading.xread(
        'COUNT',
        100,
        'BLOCK',
        blockMs,
        'STREAMS',
        this.#stream,
        this.#lastId,
      );
      return streams?.[0]?.[1] ?? [];
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return [];
    }
  }

  #settle([entryId, idsAndReplies]: Entry): void {
    this.#lastId = entryId;
    for (let at = 0; at < idsAndReplies.length; at += 2) {
      this.#pending.settle(idsAndReplies[at] as string, unpackReply(idsAndReplies[at + 1] as string));
    }
  }

  /** What was read is not needed again. A trim that fails is made up for by the next one. */
  #trim(): void {
    if (this.#trimmedTo === this.#lastId) return;
    this.#trimmedTo = this.#lastId;
    this.#sending.xtrim(this.#stream, 'MINID', this.#lastId).catch(() => {});
  }
}
