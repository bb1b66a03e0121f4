import type { Redis } from 'ioredis';
import type { Clock } from '../../shared/clock.ts';
import { announcementOf, gatewayKeysKey, gatewayKeysTtlMs } from '../../shared/gatewayKeys.ts';
import { newId } from '../../shared/idents.ts';

const beatMs = 1_000;

/** Shows `counterfoil key rotate` which keys this gateway has, until it stops: a key that gateways lack is not used. */
export class KeyAnnouncement {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #gatewayId = newId();
  readonly #beating: NodeJS.Timeout;
  #keyIds: readonly string[];

  constructor(redis: Redis, clock: Clock, keyIds: readonly string[]) {
    this.#redis = redis;
    this.#clock = clock;
    this.#keyIds = keyIds;
    this.#beat();
    this.#beating = setInterval(() => this.#beat(), beatMs);
  }

  /** From now on it has these. */
  change(keyIds: readonly string[]): void {
    const former = this.#announcement;
    this.#keyIds = keyIds;
    if (former !== this.#announcement) this.#redis.zrem(gatewayKeysKey, former).catch(() => {}); // it expires
    this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#beating);
    await this.#redis.zrem(gatewayKeysKey, this.#announcement);
  }

  get #announcement(): string {
    return announcementOf(this.#gatewayId, this.#keyIds);
  }

  #beat(): void {
    const now = Math.round(this.#clock.now());
    this.#redis
      .multi()
      .zadd(gatewayKeysKey, now + gatewayKeysTtlMs, this.#announcement)
      .zremrangebyscore(gatewayKeysKey, '-inf', now)
      .pexpire(gatewayKeysKey, gatewayKeysTtlMs)
      .exec()
      .catch(() => {}); // the next beat tries again
  }
}
