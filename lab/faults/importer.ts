import { setTimeout as delay } from 'node:timers/promises';
import type { FaultClient } from './faultClient.ts';

/** Articles in a batch, and milliseconds between two. */
const batchSize = 50;
const pauseMs = 20;

/** A program that creates articles in batches, one after the other. Nobody else changes them. */
export class Importer {
  readonly #name: string;
  readonly #client: FaultClient;
  #count = 0;
  /** Articles that were refused without a reason. */
  readonly wrong: string[] = [];

  constructor(name: string, client: FaultClient) {
    this.#name = name;
    this.#client = client;
  }

  /** Sends batches until `isEnough`. */
  async live(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.#import();
      await delay(pauseMs);
    }
  }

  async #import(): Promise<void> {
    const articles = Array.from({ length: batchSize }, () => {
      const title = `${this.#name} ${(this.#count += 1)}`;
      return { article_title: title, external_ident: title };
    });
    for (const { outcome, body } of await this.#client.batch('article.create', articles))
      if (outcome === 'refused')
        this.wrong.push(`article.create of ${String(body.article_title)} in a batch was refused`);
  }
}
