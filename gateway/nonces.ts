import { randomInt } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { queuePrefix } from '../shared/queues.ts';

/** How it stands with a nonce: taken by this request, by another one before it, or nobody can tell. */
export type NonceOutcome = 'taken' | 'reused' | 'unavailable';

/** Milliseconds: longer than a signature can be valid, which is from 300 s before its time to 300 s after it. */
const keptMs = 660_000;

/** Milliseconds between attempts while Redis can't be asked. */
const retryMs = 50;

/** Milliseconds between the beginnings of two commands, at least. */
const betweenCommandsMs = 1;

/** Requests that may wait for Redis at once; each may hold a body. */
const maxWaiting = 1_000;

/** As many owners as this precede the first number that a gateway can reach by counting. */
const ownersBegin = 2 ** 47;

/**
 * Who takes a nonce owns it. So a command whose answer got lost can be sent again: what it has taken then is found to be
 * the request's own.
 */
const script = `
local outcomes = {}
for i, key in ipairs(KEYS) do
  local owner = ARGV[i + 1]
  local isTaken = redis.call('SET', key, owner, 'NX', 'PX', ARGV[1])
  outcomes[i] = (isTaken or redis.call('GET', key) == owner) and 1 or 0
end
return outcomes`;

type WithScript = Redis & {
  counterfoilTakeNonces(keys: number, ...keysAndArguments: readonly (string | number)[]): Promise<number[]>;
};

/** Nonces that go to Redis together. */
class Batch {
  readonly keys: string[] = [];
  readonly owners: number[] = [];
  readonly #settles: ((outcome: NonceOutcome) => void)[] = [];
  readonly #deadline: NodeJS.Timeout;
  settled = false;

  constructor(deadlineMs: number) {
    this.#deadline = setTimeout(() => this.settle(() => 'unavailable'), deadlineMs);
  }

  add(key: string, owner: number, settle: (outcome: NonceOutcome) => void): void {
    this.keys.push(key);
    this.owners.push(owner);
    this.#settles.push(settle);
  }

  settle(outcomeAt: (index: number) => NonceOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.#deadline);
    for (const [index, settle] of this.#settles.entries()) settle(outcomeAt(index));
  }
}

/**
 * The nonces of signatures, each of which an app may use once, at whichever gateway. They are kept in Redis for as long as
 * a signature may be valid. A Redis that loses its data forgets them.
 */
export class Nonces {
  readonly #redis: WithScript;
  readonly #deadlineMs: number;
  #gathered: Batch | undefined;
  #isSending = false;
  #nextCommandAt = 0;
  #waiting = 0;
  #nextOwner = randomInt(ownersBegin);

  /** The deadline is for requests that wait for Redis, in milliseconds. */
  constructor(redis: Redis, deadlineMs: number) {
    redis.defineCommand('counterfoilTakeNonces', { lua: script });
    this.#redis = redis as WithScript;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Takes a nonce of an app, if nobody did within the last 11 minutes. While Redis can't be asked it waits, and resolves to
   * `unavailable` at the deadline. Never rejects.
   */
  take(appId: string, nonce: string): Promise<NonceOutcome> {
    if (this.#waiting >= maxWaiting) return Promise.resolve('unavailable');
    this.#waiting += 1;
    return new Promise((resolve) => {
      this.#gathered ??= new Batch(this.#deadlineMs);
      this.#gathered.add(keyOf(appId, nonce), this.#nextOwner++, (outcome) => {
        this.#waiting -= 1;
        resolve(outcome);
      });
      if (!this.#isSending) void this.#send();
    });
  }

  /**
   * What arrives while Redis is asked, and at least so long, goes together: a command costs ten times what one more nonce
   * in it does. A nonce that comes alone waits for nothing.
   */
  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#gathered) {
      await (performance.now() < this.#nextCommandAt
        ? delay(this.#nextCommandAt - performance.now())
        : nextTurn());
      this.#nextCommandAt = performance.now() + betweenCommandsMs;
      const batch: Batch = this.#gathered;
      this.#gathered = undefined;
      await this.#settle(batch);
    }
    this.#isSending = false;
  }

  async #settle(batch: Batch): Promise<void> {
    while (!batch.settled && !(await this.#isAnswered(batch))) await delay(retryMs);
  }

  async #isAnswered(batch: Batch): Promise<boolean> {
    const { keys, owners } = batch;
    try {
      const taken = await this.#redis.counterfoilTakeNonces(keys.length, ...keys, keptMs, ...owners);
      batch.settle((index) => (taken[index] === 1 ? 'taken' : 'reused'));
    } catch (error) {
      // Memory comes back only when workers have worked the queues off: waiting would not help.
      if (isOutOfMemory(error)) batch.settle(() => 'unavailable');
    }
    return batch.settled;
  }
}

/** The braces are a hash tag: in Redis Cluster the nonces share a shard, since one command takes several of them. */
function keyOf(appId: string, nonce: string): string {
  return `${queuePrefix}:{nonces}:${appId}:${nonce}`;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && error.message.startsWith('OOM');
}
