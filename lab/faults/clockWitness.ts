import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { exchange, rawRequest, type Signer } from '../../test/support/rawRequest.ts';
import { signedV2 } from '../../test/support/signatures.ts';
import type { Harm } from './fault.ts';
import type { FaultCluster } from './faultCluster.ts';

type Data = Readonly<Record<string, unknown>>;

/** Milliseconds by which a reader begins before the last date that it has seen, as docs/api.md says, and between two readings. */
const overlapMs = 60_000;
const pauseMs = 300;

/** Fields that are read by date, with a column that shows which update was seen. */
const read = {
  customers: { method: 'customer.list', ident: 'customer_ident', column: 'bill_city' },
  articles: { method: 'article.list', ident: 'article_ident', column: 'article_title' },
} as const;
type Table = keyof typeof read;
const tables = Object.keys(read) as readonly Table[];

/** Clients that keep and send calls while a clock is stepped, and note all that is wrong then. */
export class ClockWitness {
  readonly problems: string[] = [];
  readonly #harm: Harm<FaultCluster>;
  readonly #client: ReturnType<Harm['client']>;
  /** Signer of an account of its own, in which nobody else writes. */
  readonly #signer: Signer;
  readonly #signerAccount: number;
  readonly #recorded: (readonly [port: number, request: Buffer])[] = [];
  readonly #cursors: (readonly [method: string, request: Data])[] = [];
  readonly #seen = new Set<string>();
  readonly #lastDate = { customers: '2000-01-01 00:00:00', articles: '2000-01-01 00:00:00' };
  #isEnough = false;
  readonly #reading: Promise<void>;

  private constructor(harm: Harm<FaultCluster>, signer: Signer, signerAccount: number) {
    this.#harm = harm;
    this.#signer = signer;
    this.#signerAccount = signerAccount;
    this.#client = harm.client();
    this.#reading = this.#readOn();
  }

  /** Begins to read by date. */
  static async start(harm: Harm<FaultCluster>): Promise<ClockWitness> {
    const { account, app } = await harm.cluster.newAccount('signer');
    return new ClockWitness(harm, { appId: app.app_id, apiSecret: app.api_secret }, account);
  }

  /** Keeps a cursor of each list and of the changes, and records writes that are signed with v2. */
  async keep(): Promise<void> {
    for (const { method } of Object.values(read)) {
      const { cursor } = await this.#answer(method, { limit: 1 });
      if (typeof cursor === 'string') this.#cursors.push([method, { cursor, limit: 1 }]);
    }
    const { cursor: after } = await this.#answer('changes.list', {});
    this.#cursors.push(['changes.list', { after, limit: 1 }]);
    await this.#write('before');
  }

  /** Uses every cursor that was kept, sends every recorded write again, and new ones. */
  async check(when: string): Promise<void> {
    for (const [method, request] of this.#cursors) await this.#answer(method, request, when);
    for (const [port, request] of this.#recorded) {
      const { status } = await exchange(request, port);
      if (status !== 401) this.problems.push(`${when}, a recorded write got ${status}`);
    }
    await this.#write(when);
  }

  /** Reads to the end; records that were not seen as they are stored are problems. Somebody may still write meanwhile. */
  async finish(): Promise<void> {
    this.#isEnough = true;
    await this.#reading;
    for (const table of tables) {
      const before = await this.#stored(table);
      await this.#readOnce(table);
      const after = new Set(await this.#stored(table));
      const missed = before.filter((record) => after.has(record) && !this.#seen.has(record));
      if (missed.length > 0)
        this.problems.push(`updated_from missed ${missed.length} of ${before.length}, such as ${missed[0]}`);
    }
    const { total } = await this.#articlesOfSigner();
    if (total !== this.#recorded.length)
      this.problems.push(`${this.#recorded.length} signed writes made ${total} articles`);
  }

  async #stored(table: Table): Promise<readonly string[]> {
    const { ident, column } = read[table];
    const rows = await this.#harm.cluster
      .database(table)
      .select(ident, column)
      .where({ account_id: this.#harm.account });
    return rows.map((row) => `${row[ident]} ${row[column]}`);
  }

  async #articlesOfSigner(): Promise<{ readonly total: number }> {
    const [row] = await this.#harm.cluster
      .database('articles')
      .count({ total: '*' })
      .where({ account_id: this.#signerAccount });
    return { total: Number(row?.total) };
  }

  /** Sends a write through each gateway: a clock of the service that is wrong refuses no client whose clock is right. */
  async #write(when: string): Promise<void> {
    for (const port of this.#harm.cluster.ports) {
      const body = JSON.stringify({ article_title: 'recorded', external_ident: randomUUID() });
      const request = rawRequest(this.#signer, signedV2(this.#signer, { method: 'article.create', body }));
      const { status } = await exchange(request, port);
      if (status !== 200) this.problems.push(`${when}, a signed write got ${status}`);
      this.#recorded.push([port, request]);
    }
  }

  async #readOn(): Promise<void> {
    while (!this.#isEnough) {
      for (const table of tables) await this.#readOnce(table);
      await delay(pauseMs);
    }
  }

  /** Reads by date as docs/api.md tells clients to: from a minute before the last date on. */
  async #readOnce(table: Table): Promise<void> {
    const { method, ident, column } = read[table];
    const from = Date.parse(`${this.#lastDate[table].replace(' ', 'T')}Z`) - overlapMs;
    const filter = { updated_from: new Date(from).toISOString().slice(0, 19).replace('T', ' ') };
    for (let cursor: unknown; cursor !== null; ) {
      const request = { filter, limit: 1_000, ...(cursor !== undefined && { cursor }) };
      const data = await this.#answer(method, request, 'reading by date');
      cursor = data.cursor ?? null;
      for (const row of (data[table] ?? []) as readonly Record<string, string>[]) {
        this.#seen.add(`${row[ident]} ${row[column]}`);
        if ((row.date_updated as string) > this.#lastDate[table])
          this.#lastDate[table] = row.date_updated as string;
      }
    }
  }

  async #answer(method: string, request: Data, when = 'before'): Promise<Data> {
    const { outcome, failures, envelope } = await this.#client.call(method, { ...request }, '');
    if (outcome !== 'done' || failures.length > 0)
      this.problems.push(`${when}, ${method} got ${[...failures, envelope?.message].join(', ')}`);
    return (envelope?.data ?? {}) as Data;
  }
}
