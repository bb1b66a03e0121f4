import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SimulatedFailure } from '../../shared/contract/values/simulation.ts';
import type { App } from '../apps/app.ts';
import { outcomeUnknown } from '../calls/pendingCalls.ts';
import { Unavailable } from '../calls/unavailable.ts';
import type { Exchange } from './exchange.ts';

const slowForm = /^slow=(\d{1,5})$/;
const maxSlowMs = 20_000;
/** Delayed bodies stay in memory. */
const maxSlowBytes = 65_536;

/** `lost_answer`: the request is answered as usual, and the client must not get the answer. */
export type Simulated = 'nothing' | 'answered' | 'lost_answer';

const failures: Readonly<Record<SimulatedFailure, (exchange: Exchange) => Simulated>> = {
  rate_limited: (exchange) => {
    exchange.ctx.set('Retry-After', '1');
    exchange.rejectOverRate('simulated');
    return 'answered';
  },
  unavailable: (exchange) => {
    exchange.rejectUnanswered(new Unavailable('simulated'));
    return 'answered';
  },
  outcome_unknown_done: () => 'lost_answer',
  outcome_unknown_not_done: (exchange) => {
    exchange.rejectUnanswered(outcomeUnknown);
    return 'answered';
  },
};

/**
 * Makes requests of sandboxes fail as their clients ask with `X-Svc-Simulate`. Of the requests with the same `Idempotency-Key`
 * only the first one fails, so that a client can test that it repeats a request.
 */
export class Simulator {
  readonly #failed = new LRUCache<string, true>({ max: 10_000 });

  /** Delays or answers the request of an app. Nothing of it has been done before. */
  async simulate(exchange: Exchange, app: App, asked: string, bodyBytes: number): Promise<Simulated> {
    const slowMs = Number(slowForm.exec(asked)?.[1]);
    const refusal = refusalOf(app, asked, slowMs, bodyBytes);
    if (refusal !== undefined) {
      exchange.reject('simulation_refused', refusal);
      return 'answered';
    }
    if (this.#isRepeated(app, exchange.ctx.headers['idempotency-key'])) return 'nothing';
    if (!Number.isNaN(slowMs)) {
      await delay(slowMs);
      return 'nothing';
    }
    return failures[asked as SimulatedFailure](exchange);
  }

  #isRepeated({ appId }: App, key: string | readonly string[] | undefined): boolean {
    if (key === undefined) return false;
    const request = `${appId} ${String(key)}`;
    if (this.#failed.has(request)) return true;
    this.#failed.set(request, true);
    return false;
  }
}

function refusalOf({ isSandbox }: App, asked: string, slowMs: number, bodyBytes: number): string | undefined {
  if (!isSandbox)
    return 'the account is no sandbox. An operator creates one with `counterfoil account create --sandbox`';
  if (slowMs <= maxSlowMs && bodyBytes > maxSlowBytes)
    return `send at most ${maxSlowBytes.toLocaleString('en-US')} bytes with slow=MILLISECONDS`;
  if (Object.hasOwn(failures, asked) || slowMs <= maxSlowMs) return undefined;
  return `send one of ${Object.keys(failures).join(', ')}, or slow=MILLISECONDS with at most ${maxSlowMs.toLocaleString('en-US')}`;
}
