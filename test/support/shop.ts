import { expect } from 'chai';
import type { Counterfoil } from '../../client/webClient.ts';
import type { Drawing } from './random.ts';
import { Running } from './running.ts';
import type { ShopEdit, ShopSettings } from './shopProcess.ts';
import type { ShopData, ShopRow } from './syncProgram.ts';

/** The shop of docs/sync.md in a process of its own. */
export class Shop {
  readonly #settings: ShopSettings;
  #running: Running | undefined;

  constructor(settings: ShopSettings) {
    this.#settings = settings;
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#settings.port}`;
  }

  /** Starts it; it kills itself before the change of a row with this number. */
  async start(fatalChange = 0): Promise<void> {
    const settings = JSON.stringify({ ...this.#settings, fatalChange });
    this.#running = new Running(process.execPath, [
      '--import',
      'tsx',
      'test/support/shopProcess.ts',
      settings,
    ]);
    await this.#running.prints(/listens/);
  }

  async killed(): Promise<void> {
    expect(await this.#running?.ended).to.include({ signal: 'SIGKILL', stderr: '' });
  }

  async edit(edits: readonly ShopEdit[]): Promise<void> {
    await fetch(`${this.#url}/edits`, { method: 'POST', body: JSON.stringify(edits) });
  }

  async rows(): Promise<readonly ShopRow[]> {
    return (await (await fetch(`${this.#url}/rows`)).json()) as ShopRow[];
  }

  /** Records that are not the same on both sides. */
  async differences(office: Counterfoil): Promise<readonly string[]> {
    const stored = await listed(office);
    const rows = new Map((await this.rows()).map((row) => [row.ident ?? row.id, row]));
    const isSame = (ident: string) =>
      JSON.stringify(stored.get(ident)) === JSON.stringify(rows.get(ident)?.data) &&
      !rows.get(ident)?.isDeleted;
    return [...new Set([...stored.keys(), ...rows.keys()])].filter((ident) => !isSame(ident));
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }
}

/** Edits that are drawn: the shop edits titles, the office prices, so that no edit may be lost. */
export class ShopEdits {
  readonly #draw: Drawing;
  readonly #office: Counterfoil;
  readonly #shop: Shop;
  readonly #titles = new Map<string, string>();
  readonly #prices = new Map<string, number>();
  #created = 0;

  constructor(draw: Drawing, office: Counterfoil, shop: Shop) {
    this.#draw = draw;
    this.#office = office;
    this.#shop = shop;
  }

  async createInShop(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, index) => index);
    await this.#shop.edit(
      numbers.map((number) => [
        `s${number}`,
        { article_price: 3, article_title: `Tea ${number}`, article_sku: `S-${number}` },
      ]),
    );
  }

  /** Creates, changes and deletes records in Counterfoil. */
  async inOffice(count: number): Promise<void> {
    const idents = [...(await listed(this.#office)).keys()];
    for (let edit = 0; edit < count; edit += 1) {
      const choice = idents.length === 0 ? 0 : this.#draw.below(10);
      const article_ident = idents.length === 0 ? '' : this.#draw.one(idents);
      const article_price = this.#draw.below(100_000) / 100;
      if (choice < 2 || idents.length < 40) {
        this.#created += 1;
        const created = await this.#office.article.create({
          article_title: `Of the office ${this.#created}`,
          article_price,
        });
        idents.push(created.article_ident);
      } else if (choice < 9) {
        await this.#office.article.update({ article_ident, article_price }).catch(ignoreDeleted);
        this.#prices.set(article_ident, article_price);
      } else await this.#office.article.delete({ article_ident }).catch(ignoreDeleted);
    }
  }

  /** Changes and deletes records in the shop, a few at a time. */
  async inShop(count: number): Promise<void> {
    for (let edit = 0; edit < count; edit += 1) {
      const { id, ident = '' } = this.#draw.one(
        (await this.#shop.rows()).filter((row) => row.ident && !row.isDeleted),
      );
      const article_title = `Edit ${edit} of ${ident}`;
      if (this.#draw.below(20) === 0) await this.#shop.edit([[id]]);
      else {
        await this.#shop.edit([[id, { article_title }]]);
        this.#titles.set(ident, article_title);
      }
    }
  }

  /** SKUs of records of the shop that exist twice. */
  async doubled(): Promise<readonly string[]> {
    const skus = [...(await listed(this.#office)).values()]
      .map(({ article_sku }) => article_sku)
      .filter(Boolean);
    return skus.filter((sku, index) => skus.indexOf(sku) !== index);
  }

  /** Records that exist and lack the last edit of a side. */
  async lost(): Promise<readonly string[]> {
    return [...(await listed(this.#office))]
      .filter(([ident, { article_title, article_price }]) => {
        const isTitle = (this.#titles.get(ident) ?? article_title) === article_title;
        return !isTitle || (this.#prices.get(ident) ?? article_price) !== article_price;
      })
      .map(([ident]) => ident);
  }
}

function ignoreDeleted(error: { readonly code?: string }): void {
  if (error.code !== 'article_not_found') throw error;
}

/** The articles of Counterfoil, by ident. */
export async function listed(office: Counterfoil): Promise<Map<string, ShopData>> {
  const found = new Map<string, ShopData>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof office.article.list>> = await office.article.list({
      limit: 1_000,
      ...(cursor && { cursor }),
    });
    for (const { article_ident, article_title, article_sku, article_price } of page.articles)
      found.set(article_ident, { article_title, article_sku, article_price });
    cursor = page.cursor;
  }
  return found;
}
