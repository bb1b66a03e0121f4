import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { grouped } from '../../shared/contract/values/counted.ts';
import { simulatedFailures } from '../../shared/contract/values/simulation.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';
import type { App } from '../apps/app.ts';
import { FairBudget } from '../calls/fairBudget.ts';
import { outcomeUnknown } from '../calls/pendingCalls.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';

const slowForm = /^slow=(\d{1,5})$/;
const maxSlowMs = 20_000;
/** Seconds for which a request with the same key counts as a repeat; also the expiry of the key in Redis. */
const repeatedSeconds = 300;
/** Delayed bodies stay in memory. */
const maxSlowBytes = 65_536;

/** Delayed requests of a gateway at once: each keeps its connection and its body. */
const maxDelayed = 256;

/**
 * Makes requests of sandboxes fail as their clients ask with `X-Svc-Simulate`. Of the requests with the same `Idempotency-Key`
 * only the first one fails, whichever gateway it reaches, so that a client can test that it repeats a request.
 */
export class Simulator {
  readonly #redis: RedisClient;
  readonly #delayed = new FairBudget<number>(maxDelayed);
  /** A signal for all of them would keep each one that depends on it (`AbortSignal.any` of Node 20). */
  readonly #delays = new Set<AbortController>();
  #isStopped = false;

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Makes a request fail or wait as it asks. Resolves to true if the request goes on: it was not answered. */
  async simulate(exchange: Exchange, app: App): Promise<true | undefined> {
    const asked = exchange.ctx.get('X-Svc-Simulate');
    const slowMs = Number(slowForm.exec(asked)?.[1]);
    const rejection = rejectionOf(app, asked, slowMs, exchange.bodyBytes);
    if (rejection !== undefined) return exchange.reject('simulation_refused', rejection);
    if (await this.#isRepeated(app, exchange.ctx.headers['idempotency-key'])) return true;
    if (asked === 'outcome_unknown_done') {
      exchange.losesAnswer = true;
      return true;
    }
    if (asked === 'outcome_unknown_not_done') return exchange.rejectUnanswered(outcomeUnknown);
    if (asked === 'rate_limited') {
      exchange.ctx.set('Retry-After', '1');
      return exchange.rejectOverRate('simulated');
    }
    const isDelayed = !Number.isNaN(slowMs) && (await this.#delay(exchange, app, slowMs));
    return isDelayed || exchange.rejectUnanswered(new Unavailable('simulated'));
  }

  /** Ends all delays. The delayed requests get 503. */
  stop(): void {
    this.#isStopped = true;
    for (const ended of this.#delays) ended.abort();
  }

  /** Delays a request, which gives its room back. Resolves to false if the client closes the connection, or the gateway stops. */
  async #delay(exchange: Exchange, { account }: App, delayMs: number): Promise<boolean> {
    exchange.hold(undefined);
    if (this.#isStopped) return false;
    const release = this.#delayed.tryAcquire(account, 1);
    if (!release) return false;
    const ended = new AbortController();
    this.#delays.add(ended);
    const end = () => ended.abort();
    const { res } = exchange.ctx;
    res.once('close', end);
    const isOver = await delay(delayMs, true, { signal: ended.signal }).catch(() => false);
    res.off('close', end);
    this.#delays.delete(ended);
    release();
    return isOver;
  }

  /** Resolves to true if an earlier request had the same key, and to false also if Redis fails. */
  async #isRepeated({ appId }: App, key: string | readonly string[] | undefined): Promise<boolean> {
    if (key === undefined) return false;
    const request = `${queuePrefix}:simulated:${hash('sha256', `${appId} ${String(key)}`)}`;
    return (await this.#redis.set(request, '', 'EX', repeatedSeconds, 'NX').catch(() => 'OK')) === null;
  }
}

function rejectionOf(
  { isSandbox }: App,
  asked: string,
  slowMs: number,
  bodyBytes: number,
): string | undefined {
  if (!isSandbox)
    return 'the account is not a sandbox. An operator creates one with `counterfoil account create --sandbox`';
  if (slowMs <= maxSlowMs && bodyBytes > maxSlowBytes)
    return `send at most ${grouped(maxSlowBytes)} bytes with slow=MILLISECONDS`;
  if ((simulatedFailures as readonly string[]).includes(asked) || slowMs <= maxSlowMs) return undefined;
  return `send one of ${simulatedFailures.join(', ')}, or slow=MILLISECONDS with at most ${grouped(maxSlowMs)}`;
}
