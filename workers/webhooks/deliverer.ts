import { maxDeliveredChanges } from '../../shared/contract/values/contractLimits.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { openWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import { changeEntry, type FeedReader, isWanted, type ListedChange } from '../stores/feedReader.ts';
import type {
  AttemptRow,
  Deliverable,
  RequestedDelivery,
  WebhookDeliveries,
  WebhookKey,
} from '../stores/webhookDeliveries.ts';
import { pauseAfter } from './retries.ts';
import type { Attempt, Sender } from './sender.ts';
import { deliveryIdOf, signedHeaders } from './signature.ts';

export interface DelivererDependencies {
  readonly deliveries: WebhookDeliveries;
  readonly feed: FeedReader;
  readonly sender: Pick<Sender, 'post'>;
  /** The current keys: a rotation changes them while the worker runs. */
  readonly keys: () => KeyRing;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Called after COMMIT with accounts that have changed. */
  readonly publishChanges: (accounts: readonly number[]) => void;
}

/** `delivered` and `skipped`: there may be more. `later`: not now, a scan finds it again. */
export type Turn = 'delivered' | 'skipped' | 'nothing' | 'later';

/** Changes that are looked at for one delivery, wanted or not. */
const maxRead = 1_000;

interface Batch {
  readonly changes: readonly ListedChange[];
  /** Position of the last change that was looked at. */
  readonly until: number;
  readonly epoch: string;
}

interface Delivery {
  readonly id: string;
  readonly kind: RequestedDelivery['delivery_kind'];
  readonly after: number;
  readonly until: number;
  readonly changes: readonly ListedChange[];
}

/** Makes one delivery of a webhook: read, take the lease, send, note the outcome. Nothing of the database is held while it waits. */
export class Deliverer {
  readonly #dependencies: DelivererDependencies;

  constructor(dependencies: DelivererDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects if the database does not answer: the lease then expires, and the delivery is made again, with the same id. */
  async deliver(key: WebhookKey): Promise<Turn> {
    const { deliveries, keys, emit } = this.#dependencies;
    const row = await deliveries.read(key);
    if (!row) {
      await deliveries.dropRequest(key);
      return 'nothing';
    }
    const secret = openWebhookSecret(keys(), row.secret, key.account);
    if (secret === undefined) {
      emit('webhook_key_missing', { webhook: key.ident });
      return 'later';
    }
    const requested = await deliveries.nextRequest(key);
    if (requested) return this.#sendRequested(row, requested, secret);
    return row.isDue ? this.#sendNext(row, secret) : 'nothing';
  }

  async #sendNext(row: Deliverable, secret: string): Promise<Turn> {
    const { deliveries } = this.#dependencies;
    const key = keyOf(row);
    const batch = await this.#nextBatch(row);
    if (batch === 'missing') return 'later';
    if (batch === 'purged') {
      await this.#disabled(key, (await deliveries.disable(key, 'changes_purged')) ? 'changes_purged' : '');
      return 'nothing';
    }
    const { changes, until, epoch } = batch;
    const last = changes.at(-1);
    if (!last) {
      await deliveries.skip(row, until);
      return 'skipped';
    }
    const lease = newId();
    if (!(await deliveries.claim(row, until, lease))) return 'later';
    const range = { epoch, webhook: key.ident, after: row.position, until, date: last.date };
    const delivery: Delivery = {
      id: deliveryIdOf(range),
      kind: 'changes',
      after: row.position,
      until,
      changes,
    };
    const attempt = await this.#send(row, delivery, secret);
    const noted = attemptRow(delivery, attempt);
    if (noted.delivered) {
      await deliveries.delivered(key, lease, noted);
      return 'delivered';
    }
    const isGone = attempt.status === 410;
    const pauseSeconds = pauseAfter(row.failures + 1);
    await this.#disabled(key, await deliveries.failed(key, lease, noted, { pauseSeconds, isGone }));
    return 'later';
  }

  async #sendRequested(row: Deliverable, requested: RequestedDelivery, secret: string): Promise<Turn> {
    const { deliveries } = this.#dependencies;
    const key = keyOf(row);
    const { delivery_id: id, delivery_kind: kind } = requested;
    const { after_position: after, until_position: until } = requested;
    const changes = await this.#changesOf(row, after, until);
    if (changes === undefined) {
      await deliveries.dropRequest(key, id);
      return 'skipped';
    }
    const lease = newId();
    if (!(await deliveries.claim(row, row.until_position, lease))) return 'later';
    const delivery = { id, kind, after, until, changes };
    await deliveries.answered(key, lease, attemptRow(delivery, await this.#send(row, delivery, secret)));
    return 'delivered';
  }

  /** Changes of an earlier delivery; undefined if they are no longer kept. */
  async #changesOf(
    row: Deliverable,
    after: number,
    until: number,
  ): Promise<readonly ListedChange[] | undefined> {
    if (until === after) return [];
    const account = row.account_id;
    const [list = []] = await this.#dependencies.feed.read([{ account, after, limit: until - after }]);
    return list.length === until - after
      ? list.filter((change) => isWanted(change, filterOf(row)))
      : undefined;
  }

  /** `missing`: the snapshot of the database lacks a change, which the next read finds. */
  async #nextBatch(row: Deliverable): Promise<Batch | 'missing' | 'purged'> {
    const { feed } = this.#dependencies;
    const account = row.account_id;
    const after = row.position;
    const pinned = row.until_position ?? undefined;
    const { epoch, positions } = await feed.look([account]);
    if ((positions.get(account)?.purged ?? 0) > after) return 'purged';
    const limit = pinned === undefined ? maxRead : pinned - after;
    const [list = []] = await feed.read([{ account, after, limit }]);
    const end = list.at(-1)?.position;
    if (end === undefined || (pinned !== undefined && end < pinned)) return 'missing';
    const wanted = list.filter((change) => isWanted(change, filterOf(row)));
    if (pinned !== undefined || wanted.length <= maxDeliveredChanges)
      return { changes: wanted, until: end, epoch };
    const changes = wanted.slice(0, maxDeliveredChanges);
    return { changes, until: (changes.at(-1) as ListedChange).position, epoch };
  }

  async #send(row: Deliverable, { id, kind, changes }: Delivery, secret: string): Promise<Attempt> {
    const { sender, clock, emit } = this.#dependencies;
    const at = clock.now();
    // The time of the event, not of the attempt: each repeat has the same bytes.
    const date = changes.at(-1)?.date ?? new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    const body = JSON.stringify({
      type: kind,
      timestamp: `${date.replace(' ', 'T')}Z`,
      data: { webhook_ident: row.webhook_ident, changes: changes.map(changeEntry) },
    });
    const message = { url: row.url, headers: signedHeaders(id, at, body, secret), body };
    const attempt = await sender.post(message, { loopback: row.is_sandbox === 1 });
    const { status, ms } = attempt;
    emit('webhook_attempt', {
      webhook: row.webhook_ident,
      delivery: id,
      changes: changes.length,
      status,
      delivered: isSuccess(status),
      ms,
    });
    return attempt;
  }

  async #disabled({ account, ident }: WebhookKey, reason: string): Promise<void> {
    if (reason === '') return;
    const { emit, publishChanges } = this.#dependencies;
    emit('webhook_disabled', { webhook: ident, reason });
    publishChanges([account]);
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function attemptRow(delivery: Delivery, { status, error, answer, ms }: Attempt): AttemptRow {
  return {
    delivery_id: delivery.id,
    delivery_kind: delivery.kind,
    after_position: delivery.after,
    until_position: delivery.until,
    delivered: isSuccess(status),
    status,
    error: status >= 300 && status < 400 ? 'redirects are not followed' : error,
    answer,
    duration_ms: ms,
  };
}

function filterOf({ resources, kinds }: Deliverable) {
  return { resources: namesIn(resources), kinds: namesIn(kinds) };
}

function namesIn(list: string): readonly string[] | undefined {
  return list === '' ? undefined : list.split(',');
}

function keyOf({ account_id, webhook_ident }: Deliverable): WebhookKey {
  return { account: account_id, ident: webhook_ident };
}
