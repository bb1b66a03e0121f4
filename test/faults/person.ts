import { setTimeout as delay } from 'node:timers/promises';
import type { drawing } from '../support/random.ts';
import type { FaultClient } from './faultClient.ts';
import type { LedgerEntry } from './ledger.ts';

type Draw = ReturnType<typeof drawing>;

interface Owned {
  readonly ident: string;
  readonly title: string;
  readonly externalIdent: string;
}

/** Longest pause between two calls, in milliseconds. */
const longestPause = 8;

/**
 * One of the many who use the service: makes records, reads them, changes them, deletes them, and repeats some by mistake,
 * one call after the other. Nobody else touches what is theirs, so they know what must be there.
 */
export class Person {
  readonly #name: string;
  readonly #client: FaultClient;
  readonly #draw: Draw;
  #articles: Owned[] = [];
  #customer: string | undefined;
  #count = 0;
  /** What was read and was not as it must be. */
  readonly wrong: string[] = [];

  constructor(name: string, client: FaultClient, draw: Draw) {
    this.#name = name;
    this.#client = client;
    this.#draw = draw;
  }

  /** Goes on until it is enough. */
  async live(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.#act();
      await delay(this.#draw.below(longestPause));
    }
  }

  #act(): Promise<void> {
    const lot = this.#draw.below(100);
    if (this.#articles.length === 0 || lot < 25) return this.#createArticle();
    if (!this.#customer || lot < 40) return this.#createCustomer();
    if (lot < 55) return this.#updateCustomer(this.#customer);
    if (lot < 60) return this.#deleteArticle();
    if (lot < 65) return this.#repeatImport();
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
    if (entry.emitted === 'done') this.#articles.push({ ident: String(ident), title, externalIdent: title });
    if (entry.emitted === 'refused') this.wrong.push(`article.create of ${title} was refused`);
  }

  async #createCustomer(): Promise<void> {
    const company = this.#tag();
    const delivery = { divergent_delivery_address: 1, delivery_company: company };
    const entry = await this.#client.call('customer.create', { bill_company: company, ...delivery });
    if (entry.emitted === 'done') this.#customer = String(dataOf(entry).customer_ident);
    if (entry.emitted === 'refused') this.wrong.push(`customer.create of ${company} was refused`);
  }

  async #updateCustomer(customer_ident: string): Promise<void> {
    const bill_city = this.#tag();
    const entry = await this.#client.call('customer.update', { customer_ident, bill_city });
    if (entry.emitted === 'refused') this.wrong.push(`customer.update of ${customer_ident} was refused`);
  }

  async #deleteArticle(): Promise<void> {
    const [{ ident }, ...others] = this.#articles as [Owned, ...Owned[]];
    this.#articles = others;
    const entry = await this.#client.call('article.delete', { article_ident: ident });
    if (entry.emitted === 'refused') this.wrong.push(`article.delete of ${ident} was refused`);
  }

  /** The service must find the article that is there, and make no second one. */
  async #repeatImport(): Promise<void> {
    const { ident, externalIdent } = this.#draw.one(this.#articles);
    const body = { article_title: this.#tag(), external_ident: externalIdent };
    const entry = await this.#client.call('article.create', body);
    const isRight = entry.emitted === 'refused' && dataOf(entry).article_ident === ident;
    if (isAnswered(entry) && !isRight) this.wrong.push(`${externalIdent} was imported twice`);
  }

  async #readArticle(): Promise<void> {
    const { ident, title } = this.#draw.one(this.#articles);
    const entry = await this.#client.call('article.read', { article_ident: ident });
    if (isAnswered(entry) && dataOf(entry).article_title !== title)
      this.wrong.push(`article.read of ${ident} said ${JSON.stringify(entry.envelope?.data)}`);
  }
}

function isAnswered({ emitted }: LedgerEntry): boolean {
  return emitted === 'done' || emitted === 'refused';
}

function dataOf({ envelope }: LedgerEntry): Readonly<Record<string, unknown>> {
  return (envelope?.data ?? {}) as Readonly<Record<string, unknown>>;
}
