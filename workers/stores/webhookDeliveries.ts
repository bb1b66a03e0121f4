import type { DisabledReason } from '../../shared/contract/resources/webhook.ts';
import { deliveriesKeptDays } from '../../shared/contract/values/contractLimits.ts';
import type { WebhookStatus } from '../../shared/wire/status/processStatus.ts';
import type { Database } from '../database/database.ts';
import { type Deliverable, keyOf, nextFilter } from './deliverable.ts';
import { byIndex, withAccounts } from './scope.ts';
import {
  type AttemptRow,
  type DeliveryKey,
  disable,
  hasFailedForDays,
  now,
  rowOf,
  settle,
  type WebhookKey,
  wasTriedLately,
} from './webhookOutcomes.ts';

/**
 * How a receiver answered last: in time or not. `dead` is one that was slow and has failed twice or more in a row. A failure that
 * came quickly keeps no room from others.
 */
export type Pace = 'quick' | 'slow' | 'dead';

export interface DueWebhook extends WebhookKey {
  readonly pace: Pace;
}

/** Longer than an attempt may take, so that no second process begins while the first one waits. */
const leaseSeconds = 20;

const isFree = `(webhooks.lease IS NULL OR webhooks.lease_until < ${now})`;

/** A pause in seconds may have a fraction. */
const inSeconds = `${now} + INTERVAL ? MICROSECOND`;

const hasChanges = `webhooks.date_disabled IS NULL AND accounts.date_disabled IS NULL
  AND webhooks.position < change_positions.last_position`;
const isTime = `(webhooks.date_next_attempt IS NULL OR webhooks.date_next_attempt <= ${now})`;
const isDue = `${hasChanges} AND ${isTime}`;

const pace =
  "CASE WHEN webhooks.last_ms <= ? THEN 'quick' WHEN webhooks.failures > 1 THEN 'dead' ELSE 'slow' END";

/** Time of the first change after the position, which is one row of an index; now if there is none. */
const dateOfNextChange = `COALESCE((SELECT date_created FROM changes FORCE INDEX (PRIMARY)
  WHERE changes.account_id = webhooks.account_id AND changes.position > webhooks.position
  ORDER BY changes.account_id, changes.position LIMIT 1), UTC_TIMESTAMP())`;

/** Statements of deliveries. All times are of the database's clock, which all processes share. */
export class WebhookDeliveries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns at most `limit` webhooks after the given one that have something to deliver now. */
  async due({ account, ident }: WebhookKey, limit: number, slowMs: number): Promise<readonly DueWebhook[]> {
    const rows = await this.#due(slowMs)
      .whereRaw('(webhooks.account_id, webhooks.webhook_ident) > (?, ?)', [account, ident])
      .orderBy(['webhooks.account_id', 'webhooks.webhook_ident'])
      .limit(limit);
    return rows.map(dueWebhook);
  }

  /** Returns all webhooks of these accounts that have something to deliver now. */
  async dueOf(accounts: readonly number[], slowMs: number): Promise<readonly DueWebhook[]> {
    return (await this.#due(slowMs).whereIn('webhooks.account_id', [...accounts])).map(dueWebhook);
  }

  /** Returns webhooks for which a test or a repeat was requested. Somebody waits for it: no receiver counts as dead. */
  async requested(limit: number, slowMs: number): Promise<readonly DueWebhook[]> {
    const rows: readonly DueRow[] = await byIndex(this.#database, 'webhook_deliveries', 'delivery_requests')
      .distinct('webhook_deliveries.account_id', 'webhook_deliveries.webhook_ident')
      .select(this.#database.raw("IF(webhooks.last_ms > ?, 'slow', 'quick') AS pace", [slowMs]))
      .leftJoin('webhooks', {
        'webhooks.account_id': 'webhook_deliveries.account_id',
        'webhooks.webhook_ident': 'webhook_deliveries.webhook_ident',
      })
      .whereNotNull('date_requested')
      .limit(limit);
    return rows.map(dueWebhook);
  }

  /** Returns the webhook, or undefined if it was deleted or its account is disabled. */
  async read({
    account,
    ident,
  }: WebhookKey): Promise<(Deliverable & { readonly isDue: boolean }) | undefined> {
    const row = await byIndex(this.#database, 'webhooks')
      .select('webhooks.*', 'accounts.is_sandbox', this.#database.raw(`(${isDue}) AS is_due`))
      .join('accounts', 'accounts.id', 'webhooks.account_id')
      .leftJoin('change_positions', 'change_positions.account_id', 'webhooks.account_id')
      .where({ 'webhooks.account_id': account, 'webhooks.webhook_ident': ident })
      .whereNull('accounts.date_disabled')
      .first();
    return row && { ...row, isDue: Number(row.is_due) === 1 };
  }

  /** Returns a test, or an earlier delivery that an operator wants to be sent again. */
  async nextRequest({ account, ident }: WebhookKey): Promise<DeliveryKey | undefined> {
    return byIndex(this.#database, 'webhook_deliveries', 'delivery_requests')
      .select('delivery_id', 'delivery_kind', 'after_position', 'until_position', 'resources', 'kinds')
      .where({ account_id: account, webhook_ident: ident })
      .whereNotNull('date_requested')
      .orderBy('date_requested')
      .first();
  }

  /**
   * Takes the lease, and stores the end and the filter of the delivery. Resolves to false if another process has the lease, or
   * the webhook is not as it was read. COMMIT also makes durable what was read before: the log is written in order
   * (ChangeReader.makeDurable).
   */
  async claim(row: Deliverable, until: number | null, lease: string): Promise<boolean> {
    const { resources, kinds } = nextFilter(row);
    const affected = await this.#row(keyOf(row))
      .where({ position: row.position, url: row.url, resources: row.resources, kinds: row.kinds })
      .where({ secret: row.secret })
      .whereRaw('until_position <=> ? AND date_disabled <=> ?', [row.until_position, row.date_disabled])
      .whereRaw(isFree)
      .update({
        lease,
        lease_until: this.#database.raw(`${now} + INTERVAL ${leaseSeconds} SECOND`),
        until_position: until,
        tried_resources: resources,
        tried_kinds: kinds,
      });
    return affected === 1;
  }

  /** Moves over changes that the webhook does not want. */
  async skip(row: Deliverable, position: number): Promise<void> {
    await this.#row(keyOf(row))
      .where({ position: row.position, resources: row.resources, kinds: row.kinds })
      .whereRaw(isFree)
      .update({ position, until_position: null });
  }

  /** Waits before a webhook that is due is looked at again. Resolves to false if another process did so, or it has changed. */
  async postpone(row: Deliverable, pauseSeconds: number): Promise<boolean> {
    const affected = await this.#row(keyOf(row))
      .where({ secret: row.secret })
      .whereRaw(isTime)
      .update({ date_next_attempt: this.#in(pauseSeconds) });
    return affected === 1;
  }

  /**
   * Moves the position over what was delivered. Like all outcomes, it counts only with the lease: without it, nothing is
   * written, this resolves to false, and the delivery is made again.
   */
  delivered(key: WebhookKey, lease: string, attempt: AttemptRow): Promise<boolean> {
    return this.#settled(key, lease, attempt, {
      position: attempt.until_position,
      until_position: null,
      failures: 0,
      failing_since: null,
      date_next_attempt: null,
      last_ms: attempt.duration_ms,
    });
  }

  /**
   * Notes a failed attempt. The next one comes after `pauseSeconds`; after `retriedDays` of failures, or if `isGone`, there is
   * none: the webhook is disabled in the same transaction, as a change of the account. Days in which nothing was tried do not
   * count: the account was disabled, or no worker ran. Resolves to the reason if it is disabled now.
   */
  failed(
    key: WebhookKey,
    lease: string,
    attempt: AttemptRow,
    { pauseSeconds, isGone }: { readonly pauseSeconds: number; readonly isGone: boolean },
  ): Promise<DisabledReason | undefined> {
    return this.#database.transaction(async (transaction) => {
      const began = (await wasTriedLately(transaction, key, attempt.delivery_id)) ? 'failing_since' : 'NULL';
      const isSettled = await settle(transaction, key, lease, attempt, {
        failures: transaction.raw('failures + 1'),
        failing_since: transaction.raw(`COALESCE(${began}, UTC_TIMESTAMP())`),
        date_next_attempt: this.#in(pauseSeconds),
        last_ms: attempt.duration_ms,
      });
      if (!isSettled || !(isGone || (await hasFailedForDays(transaction, key)))) return undefined;
      const reason = isGone ? 'gone' : 'failing';
      return (await disable(transaction, key, reason)) ? reason : undefined;
    });
  }

  /** Disables a webhook whose next changes are no longer kept. Resolves to false if it is not as it was read. */
  disablePurged(row: Deliverable): Promise<boolean> {
    const key = keyOf(row);
    return this.#database.transaction(async (transaction) => {
      const { position } = row;
      const found = await rowOf(transaction, key).select('position').where({ position }).forUpdate().first();
      return found !== undefined && disable(transaction, key, 'changes_purged');
    });
  }

  /** Notes the only attempt of a requested delivery, and releases the lease. */
  answered(key: WebhookKey, lease: string, attempt: AttemptRow): Promise<boolean> {
    return this.#settled(key, lease, attempt, { last_ms: attempt.duration_ms });
  }

  /** Drops requests for a webhook that is not read, or for a delivery that can't be made again. Resolves to their number. */
  async dropRequest({ account, ident }: WebhookKey, deliveryId?: string): Promise<number> {
    return this.#database('webhook_deliveries')
      .where({ account_id: account, webhook_ident: ident, ...(deliveryId && { delivery_id: deliveryId }) })
      .whereNotNull('date_requested')
      .update({ date_requested: null });
  }

  /** Removes deliveries that are no longer listed, at most `max`, and returns how many. */
  async removeExpired(max: number): Promise<number> {
    const statement = `DELETE /*+ INDEX(webhook_deliveries delivery_expiry) */ FROM webhook_deliveries
      WHERE date_attempted < UTC_TIMESTAMP() - INTERVAL ${deliveriesKeptDays} DAY ORDER BY date_attempted LIMIT ?`;
    const [{ affectedRows }] = await this.#database.raw(statement, [max]);
    return affectedRows;
  }

  /**
   * Counts all webhooks. An attempt in flight is not overdue, nor is the next one before the lease of the last one ended. Only a
   * pause after failures has a reason of its own: a webhook without failures is overdue while it is postponed.
   * The oldest change waits in any case: for its turn, in an attempt, or in a pause.
   */
  async counts(): Promise<WebhookStatus> {
    const secondsOverdue = `TIMESTAMPDIFF(SECOND, GREATEST(COALESCE(IF(webhooks.failures > 0, webhooks.date_next_attempt, NULL), '1970-01-01'),
      COALESCE(webhooks.lease_until, '1970-01-01'), ${dateOfNextChange}), UTC_TIMESTAMP())`;
    const [[row]] = await this.#database.raw(
      `SELECT SUM(webhooks.date_disabled IS NULL) AS enabled,
        SUM(webhooks.date_disabled IS NULL AND webhooks.failures > 0) AS failing,
        SUM(webhooks.disabled_reason IN ('failing', 'gone', 'changes_purged')) AS disabled,
        MAX(IF(${hasChanges} AND (webhooks.failures = 0 OR ${isTime}) AND ${isFree}, ${secondsOverdue}, 0)) AS overdue,
        MAX(IF(${hasChanges}, TIMESTAMPDIFF(SECOND, ${dateOfNextChange}, UTC_TIMESTAMP()), 0)) AS oldest
      FROM webhooks ${withAccounts('webhooks')}
      LEFT JOIN change_positions ON change_positions.account_id = webhooks.account_id`,
    );
    const { enabled, failing, disabled, overdue, oldest } = row;
    return {
      enabled: Number(enabled ?? 0),
      failing: Number(failing ?? 0),
      disabled: Number(disabled ?? 0),
      overdueSeconds: Math.max(0, Number(overdue ?? 0)),
      oldestChangeSeconds: Math.max(0, Number(oldest ?? 0)),
    };
  }

  #due(slowMs: number) {
    return this.#database('webhooks')
      .select('webhooks.account_id', 'webhooks.webhook_ident')
      .select(this.#database.raw(`${pace} AS pace`, [slowMs]))
      .join('accounts', 'accounts.id', 'webhooks.account_id')
      .join('change_positions', 'change_positions.account_id', 'webhooks.account_id')
      .whereRaw(isDue)
      .whereRaw(isFree);
  }

  #row(key: WebhookKey) {
    return rowOf(this.#database, key);
  }

  #in(seconds: number) {
    return this.#database.raw(inSeconds, [Math.round(seconds * 1e6)]);
  }

  #settled(key: WebhookKey, lease: string, attempt: AttemptRow, change: object): Promise<boolean> {
    return this.#database.transaction((transaction) => settle(transaction, key, lease, attempt, change));
  }
}

interface DueRow {
  readonly account_id: number;
  readonly webhook_ident: string;
  readonly pace: Pace;
}

function dueWebhook({ account_id, webhook_ident, pace }: DueRow): DueWebhook {
  return { account: account_id, ident: webhook_ident, pace };
}
