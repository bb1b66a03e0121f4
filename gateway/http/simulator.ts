import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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

/** `lost_answer`: the request is answered as usual, and the client must not get the answer. */
export type Simulated = 'nothing' | 'answered' | 'lost_answer';

/**
 * Makes requests of sandboxes fail as their clients ask with `X-Svc-Simulate`. Of the requests with the same `Idempotency-Key`
 * only the first one fails, whichever gateway it reaches, so that a client can test that it repeats a request.
 */
export class Simulator {
  readonly #redis: RedisClient;
  readonly #delayed = new FairBudget<number>(maxDelayed);
  readonly #stopping = new AbortController();

  constructor(redis: RedisClient) {
    this.#redis = redis;
  }

  /** Delays or answers the request of an app. Nothing of it has been done before. */
  async simulate(exchange: Exchange, app: App, asked: string, bodyBytes: number): Promise<Simulated> {
    const slowMs = Number(slowForm.exec(asked)?.[1]);
    const rejection = rejectionOf(app, asked, slowMs, bodyBytes);
    if (rejection !== undefined) {
      exchange.reject('simulation_refused', rejection);
      return 'answered';
    }
    if (await this.#isRepeated(app, exchange.ctx.headers['idempotency-key'])) return 'nothing';
    if (!Number.isNaN(slowMs)) return this.#delay(exchange, app, slowMs);
    if (asked === 'outcome_unknown_done') return 'lost_answer';
    if (asked === 'outcome_unknown_not_done') exchange.rejectUnanswered(outcomeUnknown);
    if (asked === 'unavailable') rejected(exchange);
    if (asked === 'rate_limited') {
      exchange.ctx.set('Retry-After', '1');
      exchange.rejectOverRate('simulated');
    }
    return 'answered';
  }

  /** Ends the delays. Their requests are answered that they were not run. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Delays a request, which gives its room back. The delay ends early if the client closes the connection, or the gateway stops. */
  async #delay(exchange: Exchange, { account }: App, milliseconds: number): Promise<Simulated> {
    exchange.hold(undefined);
    if (!this.#delayed.isFree(1) || !this.#delayed.isFair(account)) return rejected(exchange);
    const release = this.#delayed.acquire(account, 1);
    const closed = new AbortController();
    const close = () => closed.abort();
    const { res } = exchange.ctx;
    res.once('close', close);
    try {
      await delay(milliseconds, undefined, {
        signal: AbortSignal.any([closed.signal, this.#stopping.signal]),
      });
      return 'nothing';
    } catch {
      return rejected(exchange);
    } finally {
      res.off('close', close);
      release();
    }
  }

  /** Resolves to false if Redis does not store what it is asked. */
  async #isRepeated({ appId }: App, key: string | readonly string[] | undefined): Promise<boolean> {
    if (key === undefined) return false;
    const request = `${queuePrefix}:simulated:${hash('sha256', `${appId} ${String(key)}`)}`;
    return (await this.#redis.set(request, '', 'EX', repeatedSeconds, 'NX').catch(() => 'OK')) === null;
  }
}

function rejected(exchange: Exchange): 'answered' {
  exchange.rejectUnanswered(new Unavailable('simulated'));
  return 'answered';
}

function rejectionOf(
  { isSandbox }: App,
  asked: string,
  slowMs: number,
  bodyBytes: number,
): string | undefined {
  if (!isSandbox)
    return 'the account is no sandbox. An operator creates one with `counterfoil account create --sandbox`';
  if (slowMs <= maxSlowMs && bodyBytes > maxSlowBytes)
    return `send at most ${maxSlowBytes.toLocaleString('en-US')} bytes with slow=MILLISECONDS`;
  if ((simulatedFailures as readonly string[]).includes(asked) || slowMs <= maxSlowMs) return undefined;
  return `send one of ${simulatedFailures.join(', ')}, or slow=MILLISECONDS with at most ${maxSlowMs.toLocaleString('en-US')}`;
}
