import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { signatureHeader } from '../../shared/contract/keys/hmac.ts';
import type { Drawing } from '../../test/support/random.ts';
import { percentile } from '../../test/support/statistics.ts';
import type { Tenant } from './diagnosisCluster.ts';
import type { FaultedSet } from './faultedSet.ts';

const timeoutMs = 15_000;
const tickMs = 50;
/** Requests that wait for an answer; clients send no more then. */
const maxInFlight = 400;

export type Kind = readonly [method: string, data: (at: number) => object];

const kinds: readonly Kind[] = [
  ['article.create', (at) => ({ article_title: `Tea ${at}` })],
  ['article.exists', () => ({ article_ident: 'art_none' })],
  ['article.find', () => ({ by: 'article_nr', values: ['none'] })],
  ['customer.create', () => ({ bill_company: 'Muster GmbH' })],
  ['customer.exists', () => ({ customer_ident: 'cus_none' })],
];

/** Figures of the calls of the mix in a time. */
export interface CallFigures {
  /** Share of their calls without success. */
  readonly failed: number;
  /** Milliseconds of the slowest hundredth. */
  readonly p99: number;
}

interface LoadOptions {
  readonly set: FaultedSet;
  readonly draw: Drawing;
  readonly rate: number;
  /** Share of the first account, which is innocent. */
  readonly bigShare: number;
}

/** Clients of 20 accounts that send a mix of reads and writes at a fixed rate through both gateways, until they stop. */
export class MixedLoad {
  readonly #options: LoadOptions;
  readonly #agent = new Agent({ connections: 200, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #sent = 0;
  #due = 0;
  #inFlight = 0;
  /** Milliseconds of the calls of the mix since `takeFigures`; those without success are in `#failed` too. */
  #times: number[] = [];
  #failed = 0;
  /** Further requests a second of these accounts, of one kind. */
  extra: { readonly tenants: readonly Tenant[]; readonly rate: number; readonly kind: Kind } | undefined;
  #extraDue = 0;
  #extraAnswered = 0;
  #last = performance.now();

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Resolves when so many further requests have been answered. */
  async answeredMore(count: number): Promise<void> {
    const wanted = this.#extraAnswered + count;
    while (this.#extraAnswered < wanted) await delay(tickMs);
  }

  /** Returns the figures since it was called last. */
  takeFigures(): CallFigures {
    const calls = this.#times.length;
    const figures = {
      failed: this.#failed / Math.max(calls, 1),
      p99: calls > 0 ? percentile(this.#times, 99) : 0,
    };
    this.#times = [];
    this.#failed = 0;
    return figures;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#agent.destroy();
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  #tick(): void {
    const { rate, draw, set, bigShare } = this.#options;
    const now = performance.now();
    const passed = (now - this.#last) / 1_000;
    this.#last = now;
    this.#due += passed * rate;
    for (; this.#due >= 1; this.#due -= 1) {
      const tenant = draw.below(1_000) < bigShare * 1_000 ? set.tenants[0] : draw.one(set.tenants);
      void this.#sendOfMix(tenant as Tenant, draw.one(kinds));
    }
    const { extra } = this;
    if (!extra) return;
    this.#extraDue += passed * extra.rate;
    for (; this.#extraDue >= 1; this.#extraDue -= 1) void this.#sendMore(draw.one(extra.tenants), extra.kind);
  }

  /** A client that has to wait before it can send has no success either. */
  async #sendOfMix(tenant: Tenant, kind: Kind): Promise<void> {
    const startedAt = performance.now();
    const status = await this.#send(tenant, kind);
    this.#times.push(performance.now() - startedAt);
    if (status !== 200) this.#failed += 1;
  }

  async #sendMore(tenant: Tenant, kind: Kind): Promise<void> {
    await this.#send(tenant, kind);
    this.#extraAnswered += 1;
  }

  /** Returns the status of the answer; undefined if none came in time, or if too many are waited for. */
  async #send(tenant: Tenant, [method, data]: Kind): Promise<number | undefined> {
    const { ports } = this.#options.set;
    if (this.#inFlight >= maxInFlight || ports.length === 0) return undefined;
    this.#sent += 1;
    const port = ports[this.#sent % ports.length];
    const body = JSON.stringify(data(this.#sent));
    const headers = {
      'content-type': 'application/json',
      'x-svc-method': method,
      'x-svc-hmac': signatureHeader(tenant.app_id, body, tenant.api_secret),
    };
    this.#inFlight += 1;
    const url = `http://127.0.0.1:${port}/api/v1`;
    try {
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: this.#agent });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return undefined;
    } finally {
      this.#inFlight -= 1;
    }
  }
}
