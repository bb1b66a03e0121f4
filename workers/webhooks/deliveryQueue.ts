import type { Job } from 'bullmq';
import { inAnyOrder } from '../../shared/contract/values/inAnyOrder.ts';
import { LastMeasurement } from '../../shared/runtime/metrics/lastMeasurement.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { deliveryQueue } from '../../shared/wire/queues.ts';
import type { WebhookStatus } from '../../shared/wire/status/processStatus.ts';
import { OwnQueue } from '../jobs/ownQueue.ts';
import { jobBlockMs } from '../jobs/queueBackend.ts';
import type { DueWebhook, WebhookDeliveries } from '../stores/webhookDeliveries.ts';
import type { WebhookKey } from '../stores/webhookOutcomes.ts';
import { AttemptBudget, maxInFlight, slowMs } from './attemptBudget.ts';
import { ChangeHints } from './changeHints.ts';
import type { Deliverer, Turn } from './deliverer.ts';

/** Maximum time until a lost hint, a job that Redis lost, or an attempt that is due again is found. */
const scanMs = 1_000;

/** Webhooks that one scan finds. The next one begins after them, so that all take turns. */
const maxFound = 1_000;

const countMs = 5_000;

const defaultCountAgeMs = 60_000;

/** A killed worker's jobs are taken over after this time. Longer than Redis may be away without a repeat. */
export const deliveryLockMs = 15_000;

const start: WebhookKey = { account: 0, ident: '' };

interface DeliveryQueueDependencies {
  readonly redis: RedisClient;
  readonly deliveries: WebhookDeliveries;
  readonly deliverer: Deliverer;
  readonly emit: Emit;
  /** Limit of the age of `counts`; a minute by default. */
  readonly maxCountAgeMs?: number;
}

/**
 * Finds webhooks that have something to deliver, and makes one job of each: its id is that of the webhook, so that the queue
 * never has two. The database decides what is delivered; Redis only says when, and may lose everything.
 */
export class DeliveryQueue {
  readonly #dependencies: DeliveryQueueDependencies;
  readonly #budget = new AttemptBudget();
  readonly #own: OwnQueue<DueWebhook, boolean>;
  readonly #hints: ChangeHints;
  readonly #ends: readonly (() => void)[];
  #after = start;
  readonly #counts: LastMeasurement<WebhookStatus>;
  #hasEnabled = false;

  constructor(dependencies: DeliveryQueueDependencies) {
    this.#dependencies = dependencies;
    const { redis, emit, maxCountAgeMs = defaultCountAgeMs } = dependencies;
    this.#counts = new LastMeasurement(maxCountAgeMs);
    this.#own = new OwnQueue<DueWebhook, boolean>(
      {
        connection: redis,
        name: deliveryQueue(redis),
        label: 'webhooks',
        lockMs: deliveryLockMs,
        blockMs: jobBlockMs,
        concurrency: maxInFlight,
        maxStalledCount: 1_000,
        drainDelay: jobBlockMs / 1_000,
      },
      emit,
      (job) => this.#run(job),
    );
    this.#own.worker.on('completed', ({ data }, hasMore) => {
      if (hasMore) void this.#add([data]).catch(() => {});
    });
    this.#hints = new ChangeHints({
      redis,
      emit,
      isWanted: () => this.#hasEnabled,
      onChanges: (accounts) => void this.#addDueOf(accounts),
    });
    const reported = (round: () => Promise<void>) => () => round().catch(this.#own.emitFailure);
    const scan = reported(() => this.#scan());
    const count = reported(() => this.#count());
    this.#ends = [repeat(scanMs, scan), repeat(countMs, count)];
    void count();
  }

  get inFlight(): number {
    return this.#budget.inFlight;
  }

  /** Counts of all webhooks, not only those of this process; some seconds old. Undefined if they could not be counted lately. */
  get counts(): WebhookStatus | undefined {
    return this.#counts.value;
  }

  /** Resolves when the attempts in flight have ended. */
  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    this.#hints.stop();
    await this.#own.stop();
  }

  /** Resolves to true if there may be more to deliver. */
  async #run({ data: { account, ident, pace } }: Job<DueWebhook>): Promise<boolean> {
    const release = this.#budget.acquire(account, pace);
    if (!release) return false;
    try {
      return await takeTurn(
        () => this.#dependencies.deliverer.deliver({ account, ident }),
        () => this.#own.isStopping,
      );
    } finally {
      release();
    }
  }

  async #scan(): Promise<void> {
    const { deliveries } = this.#dependencies;
    const found = await deliveries.due(this.#after, maxFound, slowMs);
    this.#after = found.length < maxFound ? start : (found.at(-1) as DueWebhook);
    const requested = await deliveries.requested(maxFound, slowMs);
    // A job of these has their pace. A second job of a webhook is not added.
    const idents = new Set(requested.map(({ ident }) => ident));
    await this.#add(inAnyOrder([...requested, ...found.filter(({ ident }) => !idents.has(ident))]));
  }

  async #addDueOf(accounts: readonly number[]): Promise<void> {
    try {
      await this.#add(await this.#dependencies.deliveries.dueOf(accounts, slowMs));
    } catch {
      // The scan finds them.
    }
  }

  async #add(found: readonly DueWebhook[]): Promise<void> {
    if (found.length === 0 || this.#own.isStopping) return;
    const jobs = found.map(({ account, ident, pace }) => ({
      name: 'deliver',
      data: { account, ident, pace },
      opts: { jobId: ident, removeOnComplete: true, removeOnFail: true },
    }));
    await this.#own.queue.addBulk(jobs);
  }

  async #count(): Promise<void> {
    const counts = await this.#dependencies.deliveries.counts();
    this.#counts.set(counts);
    this.#hasEnabled = counts.enabled > 0;
  }
}

/** Deliveries of one job. Then the webhook waits for its next turn. */
const maxDeliveries = 10;

/**
 * Makes deliveries of a webhook until its turn ends. Resolves to true if there may be more at once: then it waits behind the others
 * for its next turn. A slow delivery ends the turn and resolves to false. The next scan then finds the webhook again, together with
 * those that had no room. Otherwise, a few slow receivers would keep the room of all slow ones.
 */
export async function takeTurn(deliver: () => Promise<Turn>, isStopping: () => boolean): Promise<boolean> {
  const startedAt = performance.now();
  for (let count = 1, before = startedAt; ; count += 1) {
    const turn = await deliver();
    const now = performance.now();
    if (now - before > slowMs) return false;
    const hasMore = turn === 'delivered' || turn === 'skipped';
    if (!hasMore || isStopping() || count === maxDeliveries || now - startedAt > slowMs) return hasMore;
    before = now;
  }
}
