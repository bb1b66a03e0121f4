import { setTimeout as delay } from 'node:timers/promises';
import type { drawing } from '../../test/support/random.ts';
import type { FaultClient } from './faultClient.ts';
import { dataOf, type LedgerEntry } from './ledger.ts';

type Draw = ReturnType<typeof drawing>;

interface Owned {
  readonly ident: string;
  readonly title: string;
  readonly externalIdent: string;
}

/** Maximum milliseconds between two calls. */
const maxPauseMs = 8;

/**
 * A simulated user: creates records, reads them, changes them, deletes them and imports some again, one call after the other.
 * Nobody else changes these records, so the user knows what must be stored.
 */
export class SimulatedUser {
  readonly #name: string;
  readonly #client: FaultClient;
  readonly #draw: Draw;
  #articles: Owned[] = [];
  #customer: string | undefined;
  #count = 0;
  /** Answers that differ from what must be stored. */
  readonly wrong: string[] = [];

  constructor(name: string, client: FaultClient, draw: Draw) {
    this.#name = name;
    this.#client = client;
    this.#draw = draw;
  }

  /** Sends calls until `isEnough`. */
  async live(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.#act();
      await delay(this.#draw.below(maxPauseMs));
    }
  }

  #act(): Promise<void> {
    const lot = this.#draw.below(100);
    if (this.#articles.length === 0 || lot < 25) return this.#createArticle();
    if (!this.#customer || lot < 40) return this.#createCustomer();
    if (lot < 55) return this.#updateCustomer(this.#customer);
    if (lot < 60) return this.#deleteArticle();
    if (lot < 65) return this.#repeatImport();
    if (lot < 75) return this.#createTogether();
    return this.#readArticle();
  }

  #tag(): string {
    this.#count += 1;
    return `${this.#name} ${this.#count}`;
  }

  async #createArticle(): Promise<void> {
    const title = this.#tag();
    const entry = await this.#client.call('article.create', { article_title: title, external_ident: title });
    const ident = dataOf(entry).article_ident;
    if (entry.outcome === 'done') this.#articles.push({ ident: String(ident), title, externalIdent: title });
    if (entry.outcome === 'refused') this.wrong.push(`article.create of ${title} was refused`);
  }

  async #createCustomer(): Promise<void> {
    const company = this.#tag();
    const delivery = { divergent_delivery_address: 1, delivery_company: company };
    const entry = await this.#client.call('customer.create', { bill_company: company, ...delivery });
    if (entry.outcome === 'done') this.#customer = String(dataOf(entry).customer_ident);
    if (entry.outcome === 'refused') this.wrong.push(`customer.create of ${company} was refused`);
  }

  /** A customer with two addresses, or nothing if the last entry is refused. */
  async #createTogether(): Promise<void> {
    const company = this.#tag();
    const delivery = { divergent_delivery_address: 1, delivery_company: company };
    const isRefused = this.#draw.below(3) === 0;
    const customer_ident = isRefused ? 'cus_none' : { entry: 0 };
    const entries = await this.#client.atomicBatch([
      { method: 'customer.create', body: { bill_company: company, ...delivery } },
      { method: 'address.create', body: { customer_ident, delivery_company: this.#tag() } },
    ]);
    const expected = isRefused ? 'refused' : 'done';
    for (const entry of entries.filter(isAnswered))
      if (entry.outcome !== expected) this.wrong.push(`${entry.method} in a batch was ${entry.outcome}`);
  }

  async #updateCustomer(customer_ident: string): Promise<void> {
    const bill_city = this.#tag();
    const entry = await this.#client.call('customer.update', { customer_ident, bill_city });
    if (entry.outcome === 'refused') this.wrong.push(`customer.update of ${customer_ident} was refused`);
  }

  async #deleteArticle(): Promise<void> {
    const [{ ident }, ...others] = this.#articles as [Owned, ...Owned[]];
    this.#articles = others;
    const entry = await this.#client.call('article.delete', { article_ident: ident });
    if (entry.outcome === 'refused') this.wrong.push(`article.delete of ${ident} was refused`);
  }

  /** The service must find the article that exists, and create no second one. */
  async #repeatImport(): Promise<void> {
    const { ident, externalIdent } = this.#draw.one(this.#articles);
    const body = { article_title: this.#tag(), external_ident: externalIdent };
    const entry = await this.#client.call('article.create', body);
    const isRight = entry.outcome === 'refused' && dataOf(entry).article_ident === ident;
    if (isAnswered(entry) && !isRight) this.wrong.push(`${externalIdent} was imported twice`);
  }

  async #readArticle(): Promise<void> {
    const { ident, title } = this.#draw.one(this.#articles);
    const entry = await this.#client.call('article.read', { article_ident: ident });
    if (isAnswered(entry) && dataOf(entry).article_title !== title)
      this.wrong.push(`article.read of ${ident} said ${JSON.stringify(entry.envelope?.data)}`);
  }
}

function isAnswered({ outcome }: LedgerEntry): boolean {
  return outcome === 'done' || outcome === 'refused';
}
