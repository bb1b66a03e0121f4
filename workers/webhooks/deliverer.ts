import type { DisabledReason } from '../../shared/contract/resources/webhook.ts';
import { maxDeliveredChanges } from '../../shared/contract/values/contractLimits.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { Clock } from '../../shared/runtime/redis/clock.ts';
import type { KeyRing } from '../../shared/secrets/keyRing.ts';
import { openWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import { type ChangeReader, changeEntry, isWanted, type ListedChange } from '../stores/changeReader.ts';
import { type Deliverable, keyOf, listedNames, nextFilter } from '../stores/deliverable.ts';
import { utcAt } from '../stores/time.ts';
import type { WebhookDeliveries } from '../stores/webhookDeliveries.ts';
import type { AttemptRow, DeliveryKey, WebhookKey } from '../stores/webhookOutcomes.ts';
import type { Attempt, Sender } from './deliverySender.ts';
import { deliveryIdOf, signedHeaders } from './signature.ts';

export interface DelivererDependencies {
  readonly deliveries: WebhookDeliveries;
  readonly changeReader: ChangeReader;
  readonly sender: Pick<Sender, 'post'>;
  /** Current keys: a rotation changes them while the worker runs. */
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

/** Pause of a webhook whose secret no key opens. Restarting the worker with the right keys may take as long. */
const keyPauseSeconds = 60;

/** Outcome of a test or a repeat for which no key opens the secret. */
const unsigned: Attempt = {
  status: 0,
  error: "the service can't decrypt the secret of this webhook",
  answer: '',
  ms: 0,
};

interface NextChanges {
  readonly changes: readonly ListedChange[];
  /** Position of the last change that was looked at. */
  readonly until: number;
  readonly epoch: string;
}

interface Delivery extends DeliveryKey {
  readonly changes: readonly ListedChange[];
}

/** Makes one delivery of a webhook: read, take the lease, send, note the outcome. Holds nothing of the database meanwhile. */
export class Deliverer {
  readonly #dependencies: DelivererDependencies;

  constructor(dependencies: DelivererDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects if the database does not answer: the lease then expires, and the delivery is made again, with the same id. */
  async deliver(key: WebhookKey): Promise<Turn> {
    const { deliveries, keys } = this.#dependencies;
    const row = await deliveries.read(key);
    if (!row) {
      await this.#dropRequest(key, 'unavailable');
      return 'nothing';
    }
    const secret = openWebhookSecret(keys(), row.secret, key.account);
    const requested = await deliveries.nextRequest(key);
    if (requested) return this.#sendRequested(row, requested, secret);
    if (!row.isDue) return 'nothing';
    return secret === undefined ? this.#waitForKey(row) : this.#sendNext(row, secret);
  }

  /** One worker of all that find the webhook sets the pause, and says so. */
  async #waitForKey(row: Deliverable): Promise<Turn> {
    const { deliveries, emit } = this.#dependencies;
    if (await deliveries.postpone(row, keyPauseSeconds))
      emit('webhook_key_missing', { webhook: row.webhook_ident });
    return 'later';
  }

  async #sendNext(row: Deliverable, secret: string): Promise<Turn> {
    const { deliveries } = this.#dependencies;
    const key = keyOf(row);
    const next = await this.#nextChanges(row);
    if (next === 'missing') return 'later';
    if (next === 'purged') {
      if (await deliveries.disablePurged(row)) this.#disabled(key, 'changes_purged');
      return 'nothing';
    }
    const { changes, until, epoch } = next;
    const last = changes.at(-1);
    if (!last) {
      await deliveries.skip(row, until);
      return 'skipped';
    }
    const lease = newId();
    if (!(await deliveries.claim(row, until, lease))) return 'later';
    const { position: after } = row;
    const { resources, kinds } = nextFilter(row);
    const range = { epoch, webhook: key.ident, after, until, date: last.date, resources, kinds };
    const delivery: Delivery = {
      delivery_id: deliveryIdOf(range),
      delivery_kind: 'changes',
      after_position: after,
      until_position: until,
      resources,
      kinds,
      changes,
    };
    const noted = attemptRow(delivery, await this.#send(row, delivery, secret));
    if (noted.delivered) return (await deliveries.delivered(key, lease, noted)) ? 'delivered' : 'later';
    const isGone = noted.status === 410;
    const pauseSeconds = retryPauseSeconds(row.failures + 1);
    const reason = await deliveries.failed(key, lease, noted, { pauseSeconds, isGone });
    if (reason) this.#disabled(key, reason);
    return 'later';
  }

  async #sendRequested(row: Deliverable, requested: DeliveryKey, secret: string | undefined): Promise<Turn> {
    const { deliveries, emit } = this.#dependencies;
    const key = keyOf(row);
    const changes = await this.#changesOf(row.account_id, requested);
    if (changes === undefined) {
      await this.#dropRequest(key, 'changes_purged', requested.delivery_id);
      return 'skipped';
    }
    const lease = newId();
    if (!(await deliveries.claim(row, row.until_position, lease))) return 'later';
    const delivery = { ...requested, changes };
    if (secret === undefined) emit('webhook_key_missing', { webhook: key.ident });
    const attempt = secret === undefined ? unsigned : await this.#send(row, delivery, secret);
    const isSettled = await deliveries.answered(key, lease, attemptRow(delivery, attempt));
    return isSettled ? 'delivered' : 'later';
  }

  async #dropRequest(key: WebhookKey, reason: string, deliveryId?: string): Promise<void> {
    const { deliveries, emit } = this.#dependencies;
    const dropped = await deliveries.dropRequest(key, deliveryId);
    if (dropped > 0) emit('webhook_request_dropped', { webhook: key.ident, reason });
  }

  /** Changes of an earlier delivery, by the filter of that time; undefined if they are no longer kept. */
  async #changesOf(account: number, requested: DeliveryKey): Promise<readonly ListedChange[] | undefined> {
    const { after_position: after, until_position: until } = requested;
    if (until === after) return [];
    const [list = []] = await this.#dependencies.changeReader.read([
      { account, after, limit: until - after },
    ]);
    if (list.length < until - after) return undefined;
    return list.filter((change) => isWanted(change, filterOf(requested)));
  }

  /** `missing`: the snapshot of the database lacks a change, which the next read finds. */
  async #nextChanges(row: Deliverable): Promise<NextChanges | 'missing' | 'purged'> {
    const { changeReader } = this.#dependencies;
    const account = row.account_id;
    const after = row.position;
    const pinned = row.until_position ?? undefined;
    const { epoch, positions } = await changeReader.look([account]);
    if ((positions.get(account)?.purged ?? 0) > after) return 'purged';
    const limit = pinned === undefined ? maxRead : pinned - after;
    const [list = []] = await changeReader.read([{ account, after, limit }]);
    const end = list.at(-1)?.position;
    if (end === undefined || (pinned !== undefined && end < pinned)) return 'missing';
    const wanted = list.filter((change) => isWanted(change, filterOf(nextFilter(row))));
    if (pinned !== undefined || wanted.length <= maxDeliveredChanges)
      return { changes: wanted, until: end, epoch };
    const changes = wanted.slice(0, maxDeliveredChanges);
    return { changes, until: (changes.at(-1) as ListedChange).position, epoch };
  }

  async #send(row: Deliverable, delivery: Delivery, secret: string): Promise<Attempt> {
    const { delivery_id: id, delivery_kind: type, changes } = delivery;
    const { sender, clock, emit } = this.#dependencies;
    const at = clock.now();
    // The time of the event, not of the attempt: each repeat has the same bytes.
    const date = changes.at(-1)?.date ?? utcAt(at);
    const body = JSON.stringify({
      type,
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

  #disabled({ account, ident }: WebhookKey, reason: DisabledReason): void {
    const { emit, publishChanges } = this.#dependencies;
    emit('webhook_disabled', { webhook: ident, reason });
    publishChanges([account]);
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function attemptRow({ changes: _, ...key }: Delivery, { status, error, answer, ms }: Attempt): AttemptRow {
  return {
    ...key,
    delivered: isSuccess(status),
    status,
    error: status >= 300 && status < 400 ? 'redirects are not followed' : error,
    answer,
    duration_ms: ms,
  };
}

function filterOf({ resources, kinds }: Pick<Deliverable, 'resources' | 'kinds'>) {
  return { resources: listedNames(resources), kinds: listedNames(kinds) };
}

/** Pauses after failed attempts, in seconds; the last one is repeated. Six attempts in the first hour. */
const pauses = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800];

/** Share of a pause by which it may be longer: receivers that failed together are not called together. */
const jitter = 0.1;

/** Returns seconds until the next attempt, after `failures` failed ones in a row. */
export function retryPauseSeconds(failures: number): number {
  const seconds = pauses[Math.min(failures, pauses.length) - 1] as number;
  return seconds * (1 + jitter * Math.random());
}
