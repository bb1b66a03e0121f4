import { newId } from '../../shared/contract/values/idents.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import { renewMember } from '../../shared/runtime/redis/expiringSet.ts';
import { removeWhileConnected } from '../../shared/runtime/redis/reconnecting.ts';
import { gatewayKeysKey, gatewayKeysTtlMs, keyHeartbeatOf } from '../../shared/wire/gatewayKeys.ts';

const beatMs = 1_000;

/** Announces the ids of this gateway's keys until it stops: `counterfoil key rotate` uses no key that a gateway lacks. */
export class KeyHeartbeat {
  readonly #redis: RedisClient;
  readonly #clock: Clock;
  readonly #gatewayId = newId();
  readonly #stopBeating = repeat(beatMs, () => this.#beat());
  #keyIds: readonly string[];

  constructor(redis: RedisClient, clock: Clock, keyIds: readonly string[]) {
    this.#redis = redis;
    this.#clock = clock;
    this.#keyIds = keyIds;
    void this.#beat();
  }

  change(keyIds: readonly string[]): void {
    const former = this.#heartbeat;
    this.#keyIds = keyIds;
    if (former !== this.#heartbeat) this.#redis.zrem(gatewayKeysKey, former).catch(() => {}); // it expires
    void this.#beat();
  }

  /** Removes the heartbeat. While Redis is away, it expires by itself. */
  async stop(): Promise<void> {
    this.#stopBeating();
    await removeWhileConnected(this.#redis, () => this.#redis.zrem(gatewayKeysKey, this.#heartbeat));
  }

  get #heartbeat(): string {
    return keyHeartbeatOf(this.#gatewayId, this.#keyIds);
  }

  async #beat(): Promise<void> {
    const heartbeat = { key: gatewayKeysKey, member: this.#heartbeat, ttlMs: gatewayKeysTtlMs };
    // The next beat tries again.
    await renewMember(this.#redis, heartbeat, this.#clock.now()).catch(() => {});
  }
}
