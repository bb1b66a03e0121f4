import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { drawing } from '../../test/support/random.ts';
import type { FaultClient } from '../faults/faultClient.ts';
import type { LedgerEntry } from '../faults/ledger.ts';
import { linearize } from './linearizable.ts';
import { type RecordCall, recordCallOf, recordModel } from './recordModel.ts';

type Draw = ReturnType<typeof drawing>;

/** Maximum milliseconds between two calls. */
const maxPauseMs = 12;

/** Changes of one version that are sent at the same time: through two gateways, they reach different workers. */
const changesAtOnce = 4;

/** Articles that all rivals use. */
const shared = 2;

/** Several clients that read, change, and delete the same articles at the same time, with and without conditions. */
export class Rivals {
  readonly #client: FaultClient;
  readonly #draw: Draw;
  readonly #clients: number;
  readonly #articles: string[] = [];
  /** Idents of all articles that they ever used. */
  readonly #known = new Set<string>();
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
    while (this.#articles.length < shared && !isEnough()) await this.#create();
    if (this.#articles.length < shared) return;
    await Promise.all(Array.from({ length: this.#clients }, () => this.#rival(isEnough)));
  }

  /** Looks for an order of the calls on each article that explains their answers; one line for each article without. */
  violations(): readonly string[] {
    const calls = new Map<string, RecordCall[]>([...this.#known].map((ident) => [ident, []]));
    for (const entry of this.#client.ledger.entries) {
      const call = recordCallOf(entry);
      if (call) calls.get(String(entry.body.article_ident))?.push(call);
    }
    return [...calls].flatMap(([ident, history]) => {
      const finding = linearize(history, recordModel);
      return finding.kind === 'linearizable' ? [] : [`${ident}: ${JSON.stringify(finding)}`];
    });
  }

  async #rival(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.#act();
      await delay(this.#draw.below(maxPauseMs));
    }
  }

  async #act(): Promise<void> {
    const article_ident = this.#draw.one(this.#articles);
    const lot = this.#draw.below(100);
    if (lot < 40) await this.#client.call('article.read', { article_ident });
    else if (lot < 45) await this.#client.call('article.exists', { article_ident });
    else if (lot < 65) await this.#client.call('article.update', this.#change(article_ident));
    else if (lot < 85) await this.#compareAndSet(article_ident);
    else if (lot < 95) await this.#inTurn(() => this.#claimValue());
    else await this.#inTurn(() => this.#replace(article_ident));
  }

  #change(article_ident: string) {
    return { article_ident, article_subtitle: this.#tag() };
  }

  #tag(): string {
    this.#count += 1;
    return `R ${this.#count}`;
  }

  async #create(): Promise<void> {
    const entry = await this.#client.call('article.create', { article_title: `Rivals ${randomUUID()}` });
    const { article_ident } = dataOf(entry);
    if (entry.outcome !== 'done' || typeof article_ident !== 'string') return;
    this.#known.add(article_ident);
    this.#articles.push(article_ident);
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

  async #replace(article_ident: string): Promise<void> {
    await this.#client.call('article.delete', { article_ident });
    const index = this.#articles.indexOf(article_ident);
    if (index === -1) return;
    await this.#create();
    if (this.#articles.length > shared) this.#articles.splice(index, 1);
  }
}

function dataOf({ envelope }: LedgerEntry): Readonly<Record<string, unknown>> {
  return (envelope?.data ?? {}) as Readonly<Record<string, unknown>>;
}
