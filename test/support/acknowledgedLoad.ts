import { counterfoil } from '../../client/nodeClient.ts';
import type { Envelope } from '../../shared/wire/envelope.ts';
import { rest } from './rest.ts';
import { until } from './until.ts';

/** Callers, and the gateways that they call. */
export interface Signer {
  readonly url: string;
  readonly appId: string;
  readonly apiSecret: string;
}

/** A write that was acknowledged, and what repeats it. */
export interface Acknowledged {
  readonly method: string;
  readonly body: string;
  readonly key: string;
  readonly envelope: Envelope;
}

const livesAtOnce = 6;

/** Creates, one after the other and several at once, until it is stopped; remembers those that were acknowledged. */
export class AcknowledgedLoad {
  readonly #acknowledged: Acknowledged[] = [];
  readonly #lives: readonly Promise<void>[];
  #isEnough = false;
  #keys = 0;

  constructor(signer: Signer) {
    this.#lives = Array.from({ length: livesAtOnce }, () => this.#live(signer));
  }

  /** Calls that were acknowledged so far. */
  get acknowledged(): readonly Acknowledged[] {
    return [...this.#acknowledged];
  }

  /** Resolves when so many more were acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.#acknowledged.length + count;
    await until(() => this.#acknowledged.length >= wanted);
  }

  async stop(): Promise<void> {
    this.#isEnough = true;
    await Promise.all(this.#lives);
  }

  async #live(signer: Signer): Promise<void> {
    const client = counterfoil({ ...signer, repeats: 0 });
    while (!this.#isEnough) {
      const call = this.#nextCall();
      const { envelope } = await client.send(call.method, call.body, { idempotencyKey: call.key });
      if (envelope.response) this.#acknowledged.push({ ...call, envelope });
      await rest();
    }
    await client.close();
  }

  /** Draws a call of every resource, in every script. */
  #nextCall(): Omit<Acknowledged, 'envelope'> {
    this.#keys += 1;
    const key = `key-${this.#keys}`;
    const [method, data] =
      this.#keys % 2 === 0
        ? ['article.create', { article_title: `Teekännchen ☕ 茶 № ${this.#keys}`, article_price: '12.50' }]
        : [
            'customer.create',
            {
              bill_company: `O'Neill \\ "Söhne" 😀 ${this.#keys}`,
              user_note: 'one\ttwo\nthree;',
              divergent_delivery_address: 1,
              delivery_city: 'Zürich',
            },
          ];
    return { method, body: JSON.stringify(data), key };
  }
}
