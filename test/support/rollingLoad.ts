import type { NewCredentials } from '../../admin/accounts.ts';
import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { Balancer } from './balancer.ts';
import { rest } from './rest.ts';
import { until } from './until.ts';

type Credentials = Pick<NewCredentials, 'app_id' | 'api_secret'>;

interface Stoppable {
  readonly stop: () => Promise<unknown>;
}

/** Gateways behind a load balancer, and clients that call all the time. */
export class RollingLoad {
  readonly gateways: Stoppable[] = [];
  /** Answers, or errors, of calls that failed. */
  readonly failed: unknown[] = [];
  readonly #app: Credentials;
  readonly #clients = new Map<string, Counterfoil>();
  readonly #balancer = new Balancer();
  #count = 0;
  #isOver = false;
  #sending: Promise<unknown> | undefined;

  constructor(app: Credentials) {
    this.#app = app;
  }

  async add({ url, running }: { readonly url: string; readonly running: Stoppable }): Promise<void> {
    const { app_id: appId, api_secret: apiSecret } = this.#app;
    this.#clients.set(url, counterfoil({ url, appId, apiSecret, repeats: 0 }));
    this.#balancer.add(url);
    this.gateways.push({ stop: () => running.stop() });
    this.#sending ??= Promise.all(Array.from({ length: 8 }, () => this.#send()));
  }

  /** Calls that were answered so far. */
  get answered(): number {
    return this.#count;
  }

  /** Resolves when so many more calls were answered. */
  async answers(more: number): Promise<void> {
    const wanted = this.#count + more;
    await until(() => this.#count >= wanted);
  }

  async stop(): Promise<{ readonly count: number; readonly failed: readonly unknown[] }> {
    this.#isOver = true;
    await this.#sending;
    await this.#balancer.stop();
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
    return { count: this.#count, failed: this.failed };
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      const client = this.#clients.get(this.#balancer.next());
      const answer = await client
        ?.send('article.create', '{"article_title":"Tea"}')
        .catch((error: unknown) => ({ status: 0, code: String(error) }));
      if (answer?.status === 200) this.#count += 1;
      else this.failed.push(answer);
      await rest();
    }
  }
}
