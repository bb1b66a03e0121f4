import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { drawing } from '../../test/support/random.ts';
import type { FaultClient } from '../faults/faultClient.ts';
import type { LedgerEntry } from '../faults/ledger.ts';
import { linearize } from './linearizable.ts';
import { recordCallsIn, recordModel } from './recordModel.ts';

type Draw = ReturnType<typeof drawing>;

/** Maximum milliseconds between two calls. */
const maxPauseMs = 12;

/** Changes of one version that are sent at the same time: through two gateways, they reach different workers. */
const changesAtOnce = 4;

/** Sources of articles that all rivals use: each has one article after the other. */
const shared = 2;

type Method = LedgerEntry['method'];

/**
 * Several clients that read, put, change, and delete the same articles at the same time, with and without conditions, alone and in
 * atomic batches of both articles.
 */
export class Rivals {
  readonly #client: FaultClient;
  readonly #draw: Draw;
  readonly #clients: number;
  readonly #sources = Array.from({ length: shared }, () => `Rivals ${randomUUID()}`);
  /** The article of each source that was answered last. */
  readonly #articles: string[] = [];
  #count = 0;
  #turn = Promise.resolve();
  /** Answers that nothing could explain. */
  readonly wrong: string[] = [];

  constructor(client: FaultClient, draw: Draw, clients: number) {
    this.#client = client;
    this.#draw = draw;
    this.#clients = clients;
  }

  /** Sends calls until `isEnough`. */
  async live(isEnough: () => boolean): Promise<void> {
    for (const index of this.#sources.keys())
      while (this.#articles[index] === undefined && !isEnough()) await this.#put(index);
    if (this.#articles.length < shared) return;
    await Promise.all(Array.from({ length: this.#clients }, () => this.#rival(isEnough)));
  }

  /** Looks for an order of all calls on the articles that explains their answers; a line if there is none. */
  violations(): readonly string[] {
    const finding = linearize(recordCallsIn(this.#client.ledger.entries, this.#sources), recordModel);
    return finding.kind === 'linearizable' ? [] : [JSON.stringify(finding)];
  }

  async #rival(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.#act();
      await delay(this.#draw.below(maxPauseMs));
    }
  }

  async #act(): Promise<void> {
    const index = this.#draw.below(shared);
    const article_ident = this.#articles[index] as string;
    const lot = this.#draw.below(100);
    if (lot < 35) await this.#client.call('article.read', { article_ident });
    else if (lot < 40) await this.#client.call('article.exists', { article_ident });
    else if (lot < 55) await this.#client.call('article.update', this.#change(article_ident));
    else if (lot < 70) await this.#compareAndSet(article_ident);
    else if (lot < 80) await this.#put(index);
    else if (lot < 90) await this.#changeTogether();
    else if (lot < 95) await this.#inTurn(() => this.#claimValue());
    else await this.#inTurn(() => this.#replace(index, article_ident));
  }

  #change(article_ident: string) {
    return { article_ident, article_subtitle: this.#tag() };
  }

  #tag(): string {
    this.#count += 1;
    return `R ${this.#count}`;
  }

  #putOf(index: number) {
    const external_ident = this.#sources[index] as string;
    return { external_ident, article_title: external_ident, article_subtitle: this.#tag() };
  }

  async #put(index: number): Promise<void> {
    this.#note(index, await this.#client.call('article.put', this.#putOf(index)));
  }

  #note(index: number, entry: LedgerEntry): void {
    const { article_ident } = dataOf(entry);
    if (entry.outcome === 'done' && typeof article_ident === 'string') this.#articles[index] = article_ident;
  }

  /** Both articles get a new subtitle, or none does: a batch is refused if the second one was deleted. */
  async #changeTogether(): Promise<void> {
    const first = this.#draw.below(shared);
    const second = (first + 1) % shared;
    const isPut = this.#draw.below(2) === 0;
    const update = (index: number): [Method, object] => [
      'article.update',
      this.#change(this.#articles[index] as string),
    ];
    const calls = [isPut ? (['article.put', this.#putOf(first)] as const) : update(first), update(second)];
    const [put] = await this.#client.atomicBatch(
      calls.map(([method, body]) => ({ method, body: { ...body } })),
    );
    if (isPut && put) this.#note(first, put);
  }

  /** Several changes at once of the same version: at most one of them may succeed. */
  async #compareAndSet(article_ident: string): Promise<void> {
    const { version } = dataOf(await this.#client.call('article.read', { article_ident }));
    if (version === undefined) return;
    const changes = Array.from({ length: changesAtOnce }, () => this.#change(article_ident));
    await Promise.all(
      changes.map((change) => this.#client.call('article.update', { ...change, if_version: version })),
    );
  }

  /** Another claim or a delete meanwhile would free the value again. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(act);
    return this.#turn;
  }

  /** All articles want the same value at once: at most one of them gets it. */
  async #claimValue(): Promise<void> {
    const article_ean = this.#tag();
    const claims = await Promise.all(
      this.#articles.map((article_ident) =>
        this.#client.call('article.update', { article_ident, article_ean, validate: 'article_ean' }),
      ),
    );
    const winners = claims.filter(({ outcome }) => outcome === 'done');
    if (winners.length > 1) this.wrong.push(`${winners.length} articles got the EAN ${article_ean}`);
  }

  async #replace(index: number, article_ident: string): Promise<void> {
    await this.#client.call('article.delete', { article_ident });
    await this.#put(index);
  }
}

function dataOf({ envelope }: LedgerEntry): Readonly<Record<string, unknown>> {
  return (envelope?.data ?? {}) as Readonly<Record<string, unknown>>;
}
