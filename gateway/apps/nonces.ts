import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { queuePrefix } from '../../shared/calls/queues.ts';
import type { RedisClient } from '../../shared/redis/client.ts';
import type { Clock } from '../../shared/redis/clock.ts';
import { isOutOfMemory } from '../../shared/redis/redisErrors.ts';
import { NonceBatch, type NonceOutcome } from './nonceBatch.ts';

/** Milliseconds; a nonce is known for one whole window at least. A signature is valid for 600 s. */
const windowMs = 660_000;

/** Milliseconds, far more than gateways' clocks differ by. */
const maxClockDifferenceMs = 5_000;

/** Milliseconds between attempts while Redis can't be asked. */
const retryMs = 50;

/** Milliseconds. Nonces that arrive in a pause share a command: a command costs ten times as much as one more nonce in it. */
const maxPauseMs = 3;
/** Shorter while a write waits: reads run before their nonce is taken, writes don't. */
const maxPauseOfWritesMs = 1;
/** The pause is a millisecond for so many nonces in the last command: where few arrive, none waits. */
const noncesPerPauseMs = 8;

/** Requests that may wait for Redis at once; each may hold a body. */
const maxWaiting = 1_000;

/** A gateway counts its owners from a random number below this, so that no two gateways have the same ones. */
const maxFirstOwner = 2 ** 47;

/**
 * Takes nonces for an owner; returns the indexes of those that another owner has. A command whose answer got lost can be sent
 * again: the nonces that it took the first time have its own owner. KEYS: the present window, and the others in which a nonce
 * may have been taken. ARGV: the milliseconds until the window expires, the owner, the nonces.
 */
const script = `
local owner = ARGV[2]
local reused, fresh = {}, {}
local owners = {}
for k, key in ipairs(KEYS) do owners[k] = redis.call('HMGET', key, unpack(ARGV, 3)) end
for i = 1, #ARGV - 2 do
  local known = false
  for k = 1, #KEYS do known = known or owners[k][i] end
  if not known then
    fresh[#fresh + 1] = ARGV[i + 2]
    fresh[#fresh + 1] = owner
  elseif known ~= owner then
    reused[#reused + 1] = i - 1
  end
end
if #fresh > 0 then
  redis.call('HSET', KEYS[1], unpack(fresh))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return reused`;

type WithScript = RedisClient & {
  counterfoilTakeNonces(keys: number, ...keysAndArguments: readonly (string | number)[]): Promise<number[]>;
};

/**
 * The nonces of signatures, each of which an app may use once, at whichever gateway. They are kept in Redis for as long as
 * a signature may be valid, in a hash for each window of time. A Redis that loses its data forgets them.
 */
export class Nonces {
  readonly #redis: WithScript;
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  #buffered: NonceBatch | undefined;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;
  #sendAt = Number.POSITIVE_INFINITY;
  #lastCommandAt = 0;
  #lastSize = 0;
  #lastWindow = 0;
  #waiting = 0;
  #nextOwner = randomInt(maxFirstOwner);

  /** The deadline is for requests that wait for Redis, in milliseconds. */
  constructor(redis: RedisClient, clock: Clock, deadlineMs: number) {
    redis.defineCommand('counterfoilTakeNonces', { lua: script });
    this.#redis = redis as WithScript;
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Takes a nonce of an app, if nobody did within the last 11 minutes. While Redis can't be asked it waits, and resolves to
   * `unavailable` at the deadline. Never rejects.
   */
  take(appId: string, nonce: string, kind: 'reads' | 'writes'): Promise<NonceOutcome> {
    if (this.#waiting >= maxWaiting) return Promise.resolve('unavailable');
    this.#waiting += 1;
    return new Promise((resolve) => {
      this.#openBatch().add(`${appId}:${nonce}`, (outcome) => {
        this.#waiting -= 1;
        resolve(outcome);
      });
      if (!this.#isSending) this.#sendAfter(kind === 'reads' ? maxPauseMs : maxPauseOfWritesMs);
    });
  }

  /** The batch to add nonces to. One whose deadline passed before it could be sent accepts no more. */
  #openBatch(): NonceBatch {
    if (this.#buffered?.settled !== false)
      this.#buffered = new NonceBatch(this.#nextOwner++, this.#deadlineMs);
    return this.#buffered;
  }

  /** Nonces that arrive while a command runs, or in the pause after it, share the next command. */
  #sendAfter(maxPause: number): void {
    const now = performance.now();
    const pause = Math.min(maxPause, this.#lastSize / noncesPerPauseMs);
    const at = Math.max(now, this.#lastCommandAt + pause);
    if (at >= this.#sendAt) return;
    this.#sendAt = at;
    clearTimeout(this.#timer);
    // The shortest timer takes a millisecond.
    if (at > now) this.#timer = setTimeout(() => void this.#send(), at - now);
    else setImmediate(() => void this.#send());
  }

  async #send(): Promise<void> {
    const batch = this.#buffered as NonceBatch;
    this.#buffered = undefined;
    this.#sendAt = Number.POSITIVE_INFINITY;
    this.#isSending = true;
    this.#lastSize = batch.size;
    this.#lastCommandAt = performance.now();
    while (!batch.settled && !(await this.#isAnswered(batch))) await delay(retryMs);
    this.#isSending = false;
    if (this.#buffered) this.#sendAfter(maxPauseOfWritesMs);
  }

  async #isAnswered(batch: NonceBatch): Promise<boolean> {
    const window = Math.floor(this.#clock.now() / windowMs);
    this.#removeBefore(window);
    const keys = windowsAt(this.#clock.now()).map(keyOf);
    try {
      const reused = await this.#redis.counterfoilTakeNonces(
        ...[keys.length, ...keys],
        ...[2 * windowMs, batch.owner, ...batch.nonces],
      );
      const reusedAt = new Set(reused);
      batch.settle((index) => (reusedAt.has(index) ? 'reused' : 'taken'));
    } catch (error) {
      // Memory comes back only when workers have worked the queues off: waiting would not help.
      if (isOutOfMemory(error)) batch.settle(() => 'unavailable');
    }
    return batch.settled;
  }

  /** Windows also expire by themselves, but expiry frees a large hash at once, and Redis stops meanwhile. */
  #removeBefore(window: number): void {
    if (window === this.#lastWindow) return;
    this.#lastWindow = window;
    this.#redis.unlink(keyOf(window - 2), keyOf(window - 3)).catch(() => {});
  }
}

/** The present window, and the others in which a nonce may have been taken: another gateway's clock may be in the next one. */
function windowsAt(now: number): number[] {
  const window = Math.floor(now / windowMs);
  const next = Math.floor((now + maxClockDifferenceMs) / windowMs);
  return next === window ? [window, window - 1] : [window, window - 1, next];
}

/** The braces are a hash tag: Redis Cluster keeps all windows on one node, as a script with several keys needs. */
function keyOf(window: number): string {
  return `${queuePrefix}:{nonces}:${window}`;
}
