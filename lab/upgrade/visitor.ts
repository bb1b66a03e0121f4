import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../shared/wire/envelope.ts';
import { rest } from '../../test/support/rest.ts';
import type { FaultClient } from '../faults/faultClient.ts';
import type { LedgerEntry, Outcome } from '../faults/ledger.ts';

type Body = LedgerEntry['body'];
type Values = Readonly<Record<string, unknown>>;

/** Articles in a batch. */
const batchSize = 5;

/** Key that the ledger notes for a call without one. */
const noKey = '';

/** Makes every operation in turn, with and without a key, repeats them, and looks at each answer. */
export class Visitor {
  readonly #name: string;
  readonly #client: FaultClient;
  #count = 0;
  /** Answers that are not as they must be. */
  readonly wrong: string[] = [];

  constructor(name: string, client: FaultClient) {
    this.#name = name;
    this.#client = client;
  }

  /** Repeats all operations until `isEnough` says so. */
  async live(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const [kept, other] = await this.#useArticles();
      await this.#validate(kept, other);
      await this.#useCustomer();
      await this.#useBatches(kept);
      await this.#deleteArticle(other);
    }
  }

  async #useArticles(): Promise<[string, string]> {
    const [kept, other] = [await this.#createArticle(noKey), await this.#createArticle(randomUUID())];
    const article_ident = kept.ident;
    await this.#call('article.exists', { article_ident }, { data: { article_ident } });
    const data = { article_title: kept.title, article_sku: kept.title };
    await this.#call('article.read', { article_ident }, { data });
    const article_subtitle = this.#tag();
    await this.#twice('article.update', { article_ident, article_subtitle, article_price: 12.5 }, {});
    const bySku = { article_identifier: 'sku', article_sku: kept.title };
    await this.#call('article.read', bySku, { data: { article_subtitle, article_price: 12.5 } });
    return [article_ident, other.ident];
  }

  async #createArticle(key: string): Promise<{ readonly ident: string; readonly title: string }> {
    const title = this.#tag();
    const body = { article_title: title, external_ident: title, article_sku: title };
    const made = await this.#call('article.create', body, { key });
    if (key !== noKey) await this.#call('article.create', body, { key, data: dataOf(made) });
    return { ident: String(dataOf(made).article_ident), title };
  }

  /** Two records at once want the same value: one of them gets it. */
  async #validate(...idents: readonly string[]): Promise<void> {
    for (const field of ['article_ean', 'article_nr']) {
      const value = this.#tag();
      const both = await Promise.all(
        idents.map((article_ident) =>
          this.#client.call('article.update', { article_ident, validate: field, [field]: value }),
        ),
      );
      const outcomes = new Set(both.map((entry) => entry.outcome));
      if (!outcomes.has('done') || !outcomes.has('refused'))
        this.wrong.push(`two updates to ${field} ${value}: ${[...outcomes].join()}`);
    }
  }

  async #useCustomer(): Promise<void> {
    const company = this.#tag();
    const body = { bill_company: company, divergent_delivery_address: 1, delivery_company: company };
    const made = await this.#twice('customer.create', body, {});
    const customer_ident = String(dataOf(made).customer_ident);
    const bill_city = this.#tag();
    await this.#call('customer.update', { customer_ident, bill_city }, { key: noKey });
    const bill_email = `${this.#count}@${this.#name}.example`;
    await this.#twice('customer.update', { customer_ident, validate: 'bill_email', bill_email }, {});
    const address = { customer_ident, delivery_company: this.#tag() };
    const { address_ident } = dataOf(await this.#twice('address.create', address, {}));
    await this.#call('address.exists', { address_ident }, { data: { address_ident } });
    await this.#call('customer.exists', { customer_ident }, { data: { customer_ident } });
    const { customer, address_data } = dataOf(await this.#call('customer.read', { customer_ident }, {}));
    const { bill_city: city, bill_email: email } = (customer ?? {}) as Values;
    const addresses = (address_data as readonly unknown[] | undefined)?.length;
    if (city !== bill_city || email !== bill_email || addresses !== 2)
      this.wrong.push(`customer.read of ${customer_ident} said ${JSON.stringify([customer, addresses])}`);
    await this.#deleteCustomer(customer_ident, address_ident);
  }

  async #deleteCustomer(customer_ident: string, address_ident: unknown): Promise<void> {
    await this.#twice('customer.delete', { customer_ident }, {});
    for (const method of ['customer.exists', 'customer.read'])
      await this.#call(method, { customer_ident }, { outcome: 'refused' });
    await this.#call('address.exists', { address_ident }, { outcome: 'refused' });
  }

  /** A batch and its entries each have a key; an entry may come again by itself. */
  async #useBatches(article_ident: string): Promise<void> {
    const title = this.#tag();
    const key = randomUUID();
    const article = { article_title: title, external_ident: title };
    const operations = [
      { method: 'article.create', key, data: article },
      { method: 'article.exists', data: { article_ident } },
    ];
    const ran = await this.#twice('batch.run', { operations }, {});
    const results = (dataOf(ran).results ?? []) as readonly Envelope[];
    if (!results.every(({ response }) => response)) this.wrong.push(`batch.run: ${JSON.stringify(results)}`);
    await this.#call('article.create', article, { key, data: results[0]?.data as Values });
    const reads = { operations: [{ method: 'article.read', data: { article_ident } }] };
    await this.#call('batch.run', reads, {});
    await this.#call('batch.run', reads, { key: noKey });
    await this.#createMany();
  }

  /** Sends a batch with one key for all of its calls. */
  async #createMany(): Promise<void> {
    const articles = Array.from({ length: batchSize }, () => ({ article_title: this.#tag() }));
    for (const { outcome, body } of await this.#client.batch('article.create', articles))
      if (outcome !== 'done') this.wrong.push(`${JSON.stringify(body)} in a batch: ${outcome}`);
  }

  async #deleteArticle(article_ident: string): Promise<void> {
    await this.#twice('article.delete', { article_ident }, {});
    await this.#call('article.exists', { article_ident }, { outcome: 'refused' });
  }

  /** The second call, at whichever gateway, has the answer of the first. */
  async #twice(method: string, body: Body, expected: Omit<Expected, 'key'>): Promise<LedgerEntry> {
    const key = randomUUID();
    const first = await this.#call(method, body, { ...expected, key });
    await this.#call(method, body, { ...expected, key, data: dataOf(first) });
    return first;
  }

  async #call(
    method: string,
    body: Body,
    { key, outcome = 'done', data = {} }: Expected,
  ): Promise<LedgerEntry> {
    const entry = await this.#client.call(method, body, key);
    const answered = dataOf(entry);
    const isRight = Object.entries(data).every(
      ([name, value]) => JSON.stringify(answered[name]) === JSON.stringify(value),
    );
    if (entry.outcome !== outcome || !isRight)
      this.wrong.push(
        `${method} ${JSON.stringify(body)}: ${entry.outcome}, ${JSON.stringify(entry.envelope)}`,
      );
    await rest();
    return entry;
  }

  #tag(): string {
    this.#count += 1;
    return `${this.#name} ${this.#count}`;
  }
}

interface Expected {
  /** Idempotency key, which is drawn if it is not given. */
  readonly key?: string;
  readonly outcome?: Outcome;
  /** Values that its data must have among others. */
  readonly data?: Values;
}

function dataOf({ envelope }: LedgerEntry): Values {
  return (envelope?.data ?? {}) as Values;
}
