import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { maxClockDifferenceSeconds } from '../../shared/contract/keys/signatureV2.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import { isOutOfMemory } from '../../shared/runtime/redisErrors.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';
import { NonceBatch, type NonceOutcome } from './nonceBatch.ts';

/** Signed time whose nonces are kept together: longer than a signature is valid. */
const windowMs = (2 * maxClockDifferenceSeconds + 60) * 1_000;

/** Bound on the difference between the clocks of two gateways, with a wide margin. */
const maxGatewayClockDifferenceMs = 10_000;

/** Interval between removals of windows that can no longer contain a valid signature. */
const removeMs = 60_000;

const retryMs = 50;

/** Nonces that arrive in a pause share a command: a command costs ten times as much as one more nonce in it. */
const maxReadPauseMs = 3;
/** Shorter if a write waits: a read runs before its nonce is taken, a write does not. */
const maxWritePauseMs = 1;
/** The pause grows by a millisecond per this number of nonces in the last command: a quiet gateway does not wait. */
const noncesPerPauseMs = 8;

/** Maximum requests that wait for Redis: each may hold a body. */
const maxWaitingNonces = 1_000;

/** Each gateway counts its owners from a random number below this, so that no two gateways have the same ones. */
const maxFirstOwner = 2 ** 47;

/**
 * Takes nonces of a window for an owner. Returns the indexes of those that another owner has, or nothing if the window is
 * forgotten. A command whose answer got lost can be sent again: nonces that it took the first time have its own owner. KEYS:
 * the floor, the windows, the window of the nonces, and its neighbours. ARGV: the owner, the number of the window, the nonces.
 */
const takeScript = `
if tonumber(ARGV[2]) < tonumber(redis.call('GET', KEYS[1]) or 0) then return false end
local owner = ARGV[1]
local reused, fresh = {}, {}
local owners = {}
for k = 3, #KEYS do
  if redis.call('EXISTS', KEYS[k]) == 1 then owners[#owners + 1] = redis.call('HMGET', KEYS[k], unpack(ARGV, 3)) end
end
for i = 1, #ARGV - 2 do
  local known = false
  for k = 1, #owners do known = known or owners[k][i] end
  if not known then
    fresh[#fresh + 1] = ARGV[i + 2]
    fresh[#fresh + 1] = owner
  elseif known ~= owner then
    reused[#reused + 1] = i - 1
  end
end
if #fresh > 0 then
  redis.call('HSET', KEYS[3], unpack(fresh))
  redis.call('SADD', KEYS[2], ARGV[2])
end
return reused`;

/**
 * Removes windows. No signature from before the floor is accepted any more, whatever the clocks say later. KEYS: the floor, the
 * windows, the removed windows. ARGV: the new floor, the numbers of the removed windows.
 */
const forgetScript = `
if tonumber(ARGV[1]) > tonumber(redis.call('GET', KEYS[1]) or 0) then redis.call('SET', KEYS[1], ARGV[1]) end
redis.call('UNLINK', unpack(KEYS, 3))
redis.call('SREM', KEYS[2], unpack(ARGV, 2))`;

type WithScript = RedisClient & {
  /** ioredis resolves to null if the script returns false. */
  counterfoilTakeNonces(
    keys: number,
    ...keysAndArguments: readonly (string | number)[]
  ): Promise<readonly number[] | null>;
};

/**
 * Nonces of signatures. An app may use each nonce once, at any gateway. They are kept in Redis for as long as a signature may
 * be valid, in a hash for each window of signed time: a repeated request is looked up where it was noted, whatever the time is
 * then. The hashes do not expire, since expiry would jump with Redis's clock: gateways remove them, and note the time below
 * which they know nothing. A Redis that loses its data forgets the nonces.
 */
export class Nonces {
  readonly #redis: WithScript;
  readonly #clock: ServiceClock;
  readonly stop = repeat(removeMs, () => this.removeOld());
  readonly #deadlineMs: number;
  #buffered: NonceBatch | undefined;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;
  #sendAt = Number.POSITIVE_INFINITY;
  #lastCommandAt = 0;
  #lastSize = 0;
  #waiting = 0;
  #nextOwner = randomInt(maxFirstOwner);

  constructor(redis: RedisClient, clock: ServiceClock, deadlineMs: number) {
    redis.defineCommand('counterfoilTakeNonces', { lua: takeScript });
    this.#redis = redis as WithScript;
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Takes a nonce for a request that was signed at `signedAt`, in seconds. The nonce is `reused` if another request has it whose
   * signature is at most 11 minutes older or newer. Waits while Redis does not answer, and resolves to `unavailable` at the
   * deadline. Never rejects.
   */
  take(appId: string, nonce: string, signedAt: number, kind: 'reads' | 'writes'): Promise<NonceOutcome> {
    if (this.#waiting >= maxWaitingNonces) return Promise.resolve('unavailable');
    this.#waiting += 1;
    return new Promise((resolve) => {
      const settle = (outcome: NonceOutcome) => {
        this.#waiting -= 1;
        resolve(outcome);
      };
      this.#openBatch().add({ nonce: `${appId}:${nonce}`, window: windowOf(signedAt * 1_000), settle });
      if (!this.#isSending) this.#sendAfter(kind === 'reads' ? maxReadPauseMs : maxWritePauseMs);
    });
  }

  /** A batch whose deadline passed before it could be sent accepts no more nonces. */
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
    if (this.#buffered) this.#sendAfter(maxWritePauseMs);
  }

  async #isAnswered(batch: NonceBatch): Promise<boolean> {
    try {
      const outcomes = new Map<string, NonceOutcome>();
      await Promise.all([...batch.windows].map((group) => this.#takeIn(...group, batch.owner, outcomes)));
      batch.settle((nonce) => outcomes.get(nonce) ?? 'taken');
    } catch (error) {
      // Waiting would not help: memory is freed only when workers take jobs off the queues.
      if (isOutOfMemory(error)) batch.settle(() => 'unavailable');
    }
    return batch.settled;
  }

  async #takeIn(
    window: number,
    nonces: readonly string[],
    owner: number,
    outcomes: Map<string, NonceOutcome>,
  ): Promise<void> {
    const keys = [floorKey, windowsKey, ...[window, window - 1, window + 1].map(keyOf)];
    const reused = await this.#redis.counterfoilTakeNonces(keys.length, ...keys, owner, window, ...nonces);
    if (reused) for (const index of reused) outcomes.set(nonces[index] as string, 'reused');
    else for (const nonce of nonces) outcomes.set(nonce, 'forgotten');
  }

  /** Removes the windows that contain no valid signature, and are not near one that does, by either of the clocks. */
  async removeOld(): Promise<void> {
    const now = Math.min(this.#clock.now(), this.#clock.redisNow());
    const floor = windowOf(now - maxClockDifferenceSeconds * 1_000 - maxGatewayClockDifferenceMs) - 1;
    const windows = (await this.#redis.smembers(windowsKey)).map(Number);
    const old = windows.filter((window) => window < floor);
    if (old.length === 0) return;
    const keys = [floorKey, windowsKey, ...old.map(keyOf)];
    await this.#redis.eval(forgetScript, keys.length, ...keys, Math.max(...old) + 1, ...old);
  }
}

function windowOf(ms: number): number {
  return Math.floor(ms / windowMs);
}

/** The braces are a hash tag: a Redis Cluster keeps all windows on one node, as a script with several keys needs. */
const keyPrefix = `${queuePrefix}:{nonces}`;
const floorKey = `${keyPrefix}:floor`;
const windowsKey = `${keyPrefix}:windows`;

function keyOf(window: number): string {
  return `${keyPrefix}:${window}`;
}
