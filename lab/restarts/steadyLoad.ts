import type { FaultClient } from '../faults/faultClient.ts';
import type { LedgerEntry } from '../faults/ledger.ts';

const tickMs = 5;

/** Single calls of each round: every resource, reads and writes. */
const round = [
  'createCustomer',
  'createArticle',
  'readCustomer',
  'readArticle',
  'createAddress',
  'updateCustomer',
  'createArticle',
  'listChanges',
  'createCustomer',
  'readArticle',
] as const;

/** Each such call is a batch. A gateway lets few batches wait, so more would be refused while a worker restarts. */
const batchEvery = 50;

type Kind = (typeof round)[number] | 'runBatch';

/** Sends as many calls a second, whether answers come or not. */
export class SteadyLoad {
  readonly #client: FaultClient;
  readonly #startedAt = performance.now();
  readonly #ticking: NodeJS.Timeout;
  readonly #calls = new Set<Promise<unknown>>();
  /** Customers that no update was sent for: nobody updates one twice at the same time. */
  readonly #customers: string[] = [];
  #customer: string | undefined;
  #article: string | undefined;
  #sent = 0;

  constructor(client: FaultClient, callsPerSecond: number) {
    this.#client = client;
    this.#ticking = setInterval(() => {
      const due = ((performance.now() - this.#startedAt) / 1_000) * callsPerSecond;
      while (this.#sent < due) this.#send();
    }, tickMs);
  }

  /** Sends nothing more; resolves when all calls are answered. */
  async stop(): Promise<void> {
    clearInterval(this.#ticking);
    await Promise.all(this.#calls);
  }

  #send(): void {
    const single = round[this.#sent % round.length] as Kind;
    this.#sent += 1;
    const kind = this.#sent % batchEvery === 0 ? 'runBatch' : single;
    const call = this.#make(kind, `call ${this.#sent}`).finally(() => this.#calls.delete(call));
    this.#calls.add(call);
  }

  async #make(kind: Kind, tag: string): Promise<unknown> {
    const client = this.#client;
    if (kind === 'createArticle') return this.#createArticle(tag);
    if (kind === 'runBatch') return client.batch('article.create', [title(`${tag} a`), title(`${tag} b`)]);
    if (kind === 'listChanges') return client.call('changes.list', {}, '');
    if (kind === 'readArticle' && this.#article)
      return client.call('article.read', { article_ident: this.#article }, '');
    if (kind === 'readCustomer' && this.#customer)
      return client.call('customer.read', { customer_ident: this.#customer }, '');
    if (kind === 'createAddress' && this.#customer)
      return client.call('address.create', { customer_ident: this.#customer, delivery_company: tag });
    const customer_ident = kind === 'updateCustomer' ? this.#customers.pop() : undefined;
    if (customer_ident) return client.call('customer.update', { customer_ident, bill_city: tag });
    return this.#createCustomer(tag);
  }

  async #createArticle(tag: string): Promise<void> {
    const { outcome, envelope } = await this.#client.call('article.create', title(tag));
    if (outcome === 'done') this.#article = identIn(envelope, 'article_ident');
  }

  async #createCustomer(tag: string): Promise<void> {
    const delivery = { divergent_delivery_address: 1, delivery_company: tag };
    const { outcome, envelope } = await this.#client.call('customer.create', {
      bill_company: tag,
      ...delivery,
    });
    if (outcome !== 'done') return;
    this.#customer = identIn(envelope, 'customer_ident');
    this.#customers.push(this.#customer);
  }
}

function title(tag: string) {
  return { article_title: tag };
}

function identIn(envelope: LedgerEntry['envelope'], field: string): string {
  const data = envelope?.data as Readonly<Record<string, unknown>> | undefined;
  return String(data?.[field]);
}
