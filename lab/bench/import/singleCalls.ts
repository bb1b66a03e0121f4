import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Counterfoil } from '../../../client/nodeClient.ts';
import { type ImportedResource, rowAt } from './files.ts';

const connections = 64;

const methodOf = { articles: 'article.create', customers: 'customer.create' } as const;

/** Returns calls per second: 64 loops send the rows as single calls, each waiting for its answer. */
export async function singleCallRate(
  client: Counterfoil,
  resource: ImportedResource,
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const startedAt = performance.now();
  let calls = 0;
  const oneAfterTheOther = async () => {
    while (performance.now() < end) {
      const { external_ident, ...row } = rowAt(resource, calls);
      const body = JSON.stringify({
        ...row,
        ...(row.delivery_city ? { divergent_delivery_address: 1 } : {}),
      });
      calls += 1;
      const { status, envelope } = await client.send(methodOf[resource], body);
      if (!envelope.response)
        throw new Error(`a single call was answered with ${status}: ${envelope.message}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, oneAfterTheOther));
  return (calls * 1_000) / (performance.now() - startedAt);
}

/** Milliseconds between the starts of two calls. */
const everyMs = 20;

/** Calls the service as another account: reads and creates in turn, at a fixed rate. */
export class Probe {
  /** Latencies of reads and of creates, in milliseconds. */
  readonly reads: number[] = [];
  readonly creates: number[] = [];
  readonly #client: Counterfoil;
  readonly #name = randomUUID();
  #isOver = false;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(client: Counterfoil) {
    this.#client = client;
  }

  /** Sends calls until `stop`, each at its time, even when the one before is unanswered. */
  async live(): Promise<void> {
    await this.#call(0); // creates the article that the reads read
    for (let index = 1; !this.#isOver; index += 1) {
      const call = this.#call(index).finally(() => this.#inFlight.delete(call));
      this.#inFlight.add(call);
      await delay(everyMs);
    }
    await Promise.all(this.#inFlight);
  }

  stop(): void {
    this.#isOver = true;
  }

  #skuOf(index: number): string {
    return `PROBE-${this.#name}-${index}`;
  }

  async #call(index: number): Promise<void> {
    const startedAt = performance.now();
    const [method, body] =
      index % 2 === 0
        ? ['article.create', `{"article_title":"Probe ${index}","article_sku":"${this.#skuOf(index)}"}`]
        : ['article.read', `{"article_identifier":"sku","article_sku":"${this.#skuOf(0)}"}`];
    const { status, envelope } = await this.#client.send(method, body);
    if (!envelope.response)
      throw new Error(`a call beside the import was answered with ${status}: ${envelope.message}`);
    (index % 2 === 0 ? this.creates : this.reads).push(performance.now() - startedAt);
  }
}
