import { migrateUp } from '../../migrations/migrations.ts';
import { type Emit, ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { becomesReady } from '../../shared/runtime/redis/redis.ts';
import { KeyRing } from '../../shared/secrets/keyRing.ts';
import { changeNotifier } from '../../shared/wire/changeNotifications.ts';
import { ChangeReader } from '../../workers/stores/changeReader.ts';
import { Stores } from '../../workers/stores/stores.ts';
import { nowUtc } from '../../workers/stores/time.ts';
import { WebhookDeliveries } from '../../workers/stores/webhookDeliveries.ts';
import type { WebhookKey } from '../../workers/stores/webhookOutcomes.ts';
import { Deliverer } from '../../workers/webhooks/deliverer.ts';
import { DeliveryQueue } from '../../workers/webhooks/deliveryQueue.ts';
import { Sender } from '../../workers/webhooks/deliverySender.ts';
import { newKey } from './keyedService.ts';
import { emptyRedis, openRedis } from './openRedis.ts';
import { newDatabase, type OwnDatabase } from './ownDatabase.ts';
import { newReceivedWebhook } from './ownWebhook.ts';

/** Longer than the time between two counts. */
const maxCountAgeMs = 8_000;

/** Delivers webhooks as their worker does, on a database where no other worker delivers. */
export class DeliveringWorker {
  readonly #queue: DeliveryQueue;
  readonly #own: OwnDatabase;
  readonly #redis: RedisClient;
  readonly #sender: Sender;
  readonly #keys: KeyRing;

  private constructor(own: OwnDatabase, redis: RedisClient, maxMs: number, emit: Emit) {
    this.#own = own;
    this.#redis = redis;
    const keys = new KeyRing(newKey());
    this.#keys = keys;
    this.#sender = new Sender({ resolve: async () => [], maxMs });
    const deliveries = new WebhookDeliveries(own.pool);
    const deliverer = new Deliverer({
      deliveries,
      changeReader: new ChangeReader(own.pool),
      sender: this.#sender,
      keys: () => keys,
      clock: Date,
      emit: ignoreEvents,
      publishChanges: () => {},
    });
    this.#queue = new DeliveryQueue({ redis, deliveries, deliverer, emit, maxCountAgeMs });
  }

  /** `redis` is the number of a database that no other test uses at the time; an attempt lasts `maxMs` at most. */
  static async start(redis: number, maxMs: number, emit = ignoreEvents): Promise<DeliveringWorker> {
    const own = await newDatabase('delivering_worker');
    await migrateUp(own.pool);
    await emptyRedis(redis);
    const client = openRedis(redis);
    await becomesReady(client);
    return new DeliveringWorker(own, client, maxMs, emit);
  }

  /** Adds an account with a webhook in the given state, and a change to deliver. */
  add(url: string, state: object = {}): Promise<WebhookKey> {
    return newReceivedWebhook(this.#own.pool, this.#keys, url, state);
  }

  async change({ account }: WebhookKey): Promise<void> {
    await this.#own.pool.transaction(async (transaction) => {
      const { changeWriter } = new Stores(transaction);
      changeWriter.note('created', 'article', [{ account, ident: 'art_1' }]);
      await changeWriter.record();
    });
    changeNotifier(this.#redis)([account]);
  }

  async requestTest({ account, ident }: WebhookKey, id: string): Promise<void> {
    await new Stores(this.#own.pool).webhooks.requestTest(account, ident, id, nowUtc(Date));
  }

  get counts() {
    return this.#queue.counts;
  }

  /** Lets no statement find the webhooks while the work runs. */
  async withoutWebhooks(work: () => Promise<void>): Promise<void> {
    await this.#own.pool.schema.renameTable('webhooks', 'elsewhere');
    try {
      await work();
    } finally {
      await this.#own.pool.schema.renameTable('elsewhere', 'webhooks');
    }
  }

  async stop(): Promise<void> {
    await this.#sender.stop();
    await this.#queue.stop();
    this.#redis.disconnect();
    await this.#own.drop();
  }
}
