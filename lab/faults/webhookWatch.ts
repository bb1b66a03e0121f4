import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { drawing } from '../../test/support/random.ts';
import { type ReceivedDelivery, WebhookReceiver } from '../../test/support/webhookReceiver.ts';
import type { Database } from '../../workers/database/database.ts';
import { changesIn } from '../../workers/stores/changeWriter.ts';
import { FaultClient } from './faultClient.ts';
import type { FaultCluster } from './faultCluster.ts';

type App = ConstructorParameters<typeof FaultClient>[1];

const pollMs = 200;

/** Milliseconds without a delivery after which those that are left count as missing. */
const maxIdleMs = 120_000;

/**
 * A webhook through a fault, whose receiver misbehaves, too: it answers 500, hangs, redirects, closes the connection, answers
 * without end, or processes a delivery and loses its answer.
 */
export class WebhookWatch {
  /** Deliveries that the receiver has processed, each once by its id, in the order in which they came. */
  readonly #processed = new Map<string, ReceivedDelivery>();
  readonly #differences: string[] = [];
  readonly #receiver: WebhookReceiver;
  readonly #database: Database;
  readonly #account: number;
  #ident = '';
  #isOver = false;
  repeats = 0;

  private constructor(receiver: WebhookReceiver, { database }: FaultCluster, account: number) {
    this.#receiver = receiver;
    this.#database = database;
    this.#account = account;
  }

  /** `misbehavingPermille`: share of the attempts that fail or get no answer in time; each delays the webhook. */
  static async start(
    cluster: FaultCluster,
    account: number,
    app: App,
    { seed, misbehavingPermille = 140 }: { readonly seed: number; readonly misbehavingPermille?: number },
  ): Promise<WebhookWatch> {
    await cluster.database('accounts').where({ id: account }).update({ is_sandbox: 1 });
    const watch = new WebhookWatch(await WebhookReceiver.listen(), cluster, account);
    const draw = drawing(seed);
    watch.#receiver.respond = (response) => {
      if (draw.below(1_000) < misbehavingPermille) watch.#misbehave(response, draw.below(14));
      else watch.#accept(response);
    };
    const client = new FaultClient(cluster.balancer, app);
    const { envelope } = await client.call('webhook.create', {
      url: `${watch.#receiver.url}/hooks`,
      resources: ['customer', 'address', 'article'],
    });
    await client.close();
    const { webhook_ident, secret } = (envelope?.data ?? {}) as {
      readonly webhook_ident: string;
      readonly secret: string;
    };
    watch.#ident = webhook_ident;
    watch.#receiver.secret = secret;
    void watch.#hurry();
    return watch;
  }

  /** Waits until everything is delivered; resolves to the differences from the table of changes. */
  async finish(): Promise<readonly string[]> {
    let progressAt = performance.now();
    for (let before = this.delivered; (await this.#waiting()) > 0; await delay(pollMs)) {
      if (this.delivered > before) progressAt = performance.now();
      if (performance.now() > progressAt + maxIdleMs) break;
      before = this.delivered;
    }
    this.#isOver = true;
    const received = [...this.#processed.values()].flatMap(({ changes }) =>
      changes.map(({ kind, resource, ident }) => `${kind} ${resource} ${ident}`),
    );
    const expected = await this.#expected();
    const first = expected.findIndex((line, index) => line !== received[index]);
    if (first >= 0 || received.length !== expected.length)
      this.#differences.push(
        `${received.length} changes delivered, ${expected.length} made; the first difference is at ${first}`,
      );
    if (this.#receiver.forged > 0) this.#differences.push(`${this.#receiver.forged} wrong signatures`);
    await this.#receiver.close();
    return this.#differences;
  }

  get delivered(): number {
    return this.#processed.size;
  }

  #accept(response: ServerResponse): void {
    this.#process(this.#receiver.attempts.at(-1) as ReceivedDelivery);
    response.writeHead(204).end();
  }

  #misbehave(response: ServerResponse, draw: number): void {
    if (draw < 4) return void response.writeHead(500).end('no');
    if (draw < 5) return; // hangs until the sender gives up
    if (draw < 7) return void response.writeHead(302, { Location: '/elsewhere' }).end();
    if (draw < 9) return void response.destroy();
    this.#process(this.#receiver.attempts.at(-1) as ReceivedDelivery);
    if (draw < 13) return void response.destroy(); // processed, and its answer is lost
    response.writeHead(200).end('x'.repeat(5_000_000));
  }

  /** A repeat must be the same as the first one. */
  #process(delivery: ReceivedDelivery): void {
    const known = this.#processed.get(delivery.id);
    if (known) {
      this.repeats += 1;
      if (JSON.stringify(known) !== JSON.stringify(delivery))
        this.#differences.push(`${delivery.id} came again with other changes`);
    } else this.#processed.set(delivery.id, delivery);
  }

  /** Shortens the pauses after failures, which would take longer than the run. */
  async #hurry(): Promise<void> {
    while (!this.#isOver) {
      await this.#database('webhooks')
        .where({ webhook_ident: this.#ident })
        .update({ date_next_attempt: null, failing_since: null })
        .catch(() => {});
      await delay(pollMs);
    }
  }

  async #waiting(): Promise<number> {
    const [[row]] = await this.#database
      .raw(
        `SELECT last_position - position AS waiting FROM webhooks JOIN change_positions USING (account_id)
          WHERE webhook_ident = ?`,
        [this.#ident],
      )
      .catch(() => [[{ waiting: 1 }]]);
    return Number(row.waiting);
  }

  /** All changes of records of the account, in the order of their positions. */
  async #expected(): Promise<readonly string[]> {
    const rows = await this.#database('changes')
      .select('entries')
      .where({ account_id: this.#account })
      .orderBy('position');
    const changes = rows.flatMap(({ entries }) => changesIn(entries as string));
    return changes
      .filter(({ resource }) => resource !== 'webhook')
      .map(({ kind, resource, ident }) => `${kind} ${resource} ${ident}`);
  }
}
