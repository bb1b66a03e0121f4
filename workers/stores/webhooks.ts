import type { DisabledReason } from '../../shared/contract/resources/webhook.ts';
import { maxListedDeliveries } from '../../shared/contract/values/contractLimits.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { Database } from '../database/database.ts';
import type { ChangeWriter } from './changeWriter.ts';
import { byIndex, recordKey, type Scoped, whereAnyOf } from './scope.ts';

/** Settings that clients choose. Lists of names are separated by commas; an empty one means all. The secret is encrypted. */
interface WebhookSettings {
  readonly url: string;
  readonly resources: string;
  readonly kinds: string;
  readonly secret: string;
  readonly date_disabled: string | null;
  readonly disabled_reason: DisabledReason;
}

export interface NewWebhook extends WebhookSettings {
  readonly account_id: number;
  readonly webhook_ident: string;
  readonly date_created: string;
}

/** Primary key of a webhook. */
export type WebhookRowKey = Pick<NewWebhook, 'account_id' | 'webhook_ident'>;

export interface WebhookRow extends NewWebhook {
  /** Position of the last change that was delivered. */
  readonly position: number;
  readonly failures: number;
  /** Position of the account's last change; null before the first one. */
  readonly last_position: number | null;
}

/** Columns of a webhook whose receiver has not failed. */
export const neverFailed = { failures: 0, last_ms: 0, failing_since: null, date_next_attempt: null } as const;

/** Changes of settings, and of what they invalidate. Without its lease, an attempt in flight decides nothing. */
export interface WebhookChange
  extends Partial<Pick<WebhookSettings, 'url' | 'resources' | 'kinds' | 'secret'>>,
    Partial<typeof neverFailed> {
  readonly lease?: null;
}

/** Deliveries that a list leaves: those whose last attempt failed, and was not after a time. */
export interface DeliveryFilter {
  readonly failed?: boolean;
  readonly until?: string;
  readonly limit?: number;
}

export interface DeliveryRow {
  readonly delivery_id: string;
  /** Position of its last change. */
  readonly until_position: number;
  readonly delivery_kind: string;
  readonly delivered: number;
  readonly attempts: number;
  readonly status: number;
  readonly error: string;
  readonly answer: string;
  readonly duration_ms: number;
  readonly date_attempted: string;
}

/** Webhooks of accounts, as their operations read and change them. */
export class Webhooks {
  readonly #database: Database;
  readonly #changeWriter: ChangeWriter;
  readonly #updated = new Set<string>();

  constructor(database: Database, changeWriter: ChangeWriter) {
    this.#database = database;
    this.#changeWriter = changeWriter;
  }

  /** Creates at the same moment are not counted: the limit protects the service, and may be exceeded by a few. */
  async counts(accounts: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows: readonly { readonly account_id: number }[] = await byIndex(this.#database, 'webhooks')
      .select('account_id')
      .whereIn('account_id', [...new Set(accounts)]);
    return new Map([...groupBy(rows, (row) => row.account_id)].map(([id, own]) => [id, own.length]));
  }

  /** Deliveries begin after the last change that is there: everything that is acknowledged later comes after it. */
  async insert(rows: readonly NewWebhook[]): Promise<void> {
    if (rows.length === 0) return;
    const created = rows.map((row) => ({ account: row.account_id, ident: row.webhook_ident }));
    this.#changeWriter.note('created', 'webhook', created);
    const accounts = [...new Set(rows.map(({ account_id }) => account_id))];
    const positions: readonly { readonly account_id: number; readonly last_position: number }[] =
      await byIndex(this.#database, 'change_positions')
        .select('account_id', 'last_position')
        .whereIn('account_id', accounts);
    const last = new Map(positions.map((row) => [row.account_id, row.last_position]));
    await this.#database('webhooks').insert(
      rows.map((row) => ({ ...row, position: last.get(row.account_id) ?? 0 })),
    );
  }

  async find(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, WebhookRow>> {
    const rows: readonly WebhookRow[] = await this.#rows().where(
      whereAnyOf('webhook_ident', wanted, 'webhooks'),
    );
    return new Map(rows.map((row) => [recordKey(row.account_id, row.webhook_ident), row]));
  }

  /** Locks the webhooks that exist until the transaction ends. Their states are not read. */
  async locked(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, NewWebhook>> {
    const rows: readonly NewWebhook[] = await byIndex(this.#database, 'webhooks')
      .select('*')
      .where(whereAnyOf('webhook_ident', wanted))
      .forUpdate();
    return new Map(rows.map((row) => [recordKey(row.account_id, row.webhook_ident), row]));
  }

  /** Finds a webhook of any account, for operators: reads the table. */
  async named(ident: string): Promise<WebhookRow | undefined> {
    return this.#rows().where('webhooks.webhook_ident', ident).first();
  }

  /** Returns the webhooks of each account, the oldest first. */
  async list(accounts: readonly number[]): Promise<ReadonlyMap<number, readonly WebhookRow[]>> {
    const rows: readonly WebhookRow[] = await this.#rows()
      .whereIn('webhooks.account_id', [...new Set(accounts)])
      .orderBy(['webhooks.account_id', 'webhooks.webhook_ident']);
    return groupBy(rows, (row) => row.account_id);
  }

  async update(account: number, ident: string, change: WebhookChange): Promise<void> {
    if (Object.keys(change).length === 0) return;
    this.#noteUpdate(account, ident);
    await this.#row(account, ident).update(change);
  }

  /** Enables a webhook. Its attempts begin at once, also if its receiver failed, after the last change that was delivered. */
  async enable(account: number, ident: string): Promise<void> {
    await this.#skipPurged(account, ident);
    this.#noteUpdate(account, ident);
    await this.#row(account, ident).update({
      date_disabled: null,
      disabled_reason: '',
      ...neverFailed,
    });
  }

  /**
   * Disables a webhook, for which an attempt in flight then decides nothing. A disabled one keeps its date and reason, but the
   * operator's reason replaces any other: only the operator enables it again. Resolves to true if something was changed.
   */
  async disable(account: number, ident: string, reason: DisabledReason): Promise<boolean> {
    const row = this.#row(account, ident);
    const changed =
      reason === 'operator' ? row.whereNot({ disabled_reason: reason }) : row.whereNull('date_disabled');
    const date_disabled = this.#database.raw('UTC_TIMESTAMP()');
    const affected = await changed.update({ date_disabled, disabled_reason: reason, lease: null });
    if (affected === 0) return false;
    this.#noteUpdate(account, ident);
    return true;
  }

  /**
   * Moves a webhook that was disabled for `changes_purged` over the changes that are no longer kept. Otherwise, it would be
   * disabled again at once.
   */
  async #skipPurged(account: number, ident: string): Promise<void> {
    const purged = await this.#purgedPosition(account);
    await this.#row(account, ident)
      .where({ disabled_reason: 'changes_purged' })
      .where('position', '<', purged)
      .update({ position: purged, until_position: null });
  }

  async #purgedPosition(account: number): Promise<number> {
    const positions = await byIndex(this.#database, 'change_positions')
      .select('purged_position')
      .where({ account_id: account })
      .first();
    return positions?.purged_position ?? 0;
  }

  /** Its deliveries stay until they are purged: there may be too many for one transaction. */
  async remove(account: number, ident: string): Promise<void> {
    this.#changeWriter.note('deleted', 'webhook', [{ account, ident }]);
    await this.#row(account, ident).delete();
  }

  /** Returns the latest deliveries of each webhook, the latest first. */
  async deliveries(
    wanted: readonly Scoped[],
    { failed, until, limit = maxListedDeliveries }: DeliveryFilter = {},
  ): Promise<ReadonlyMap<string, readonly DeliveryRow[]>> {
    const lists = new Map<string, readonly DeliveryRow[]>();
    for (const { account, value } of wanted) {
      const rows: readonly DeliveryRow[] = await byIndex(
        this.#database,
        'webhook_deliveries',
        'latest_deliveries',
      )
        .select('*')
        .where({ account_id: account, webhook_ident: value, ...(failed && { delivered: 0 }) })
        .where('attempts', '>', 0)
        .modify((query) => until && query.where('date_attempted', '<=', until))
        .orderBy('date_attempted', 'desc')
        .limit(limit);
      lists.set(recordKey(account, value), rows.toSorted(latestFirst));
    }
    return lists;
  }

  /**
   * Asks for a delivery without changes, unless one waits or is in flight: then it resolves to the id of that one, otherwise to
   * the given id. The webhook must be locked.
   */
  async requestTest(account: number, ident: string, deliveryId: string, now: string): Promise<string> {
    const requested: { readonly delivery_id: string } | undefined = await byIndex(
      this.#database,
      'webhook_deliveries',
      'delivery_requests',
    )
      .select('delivery_id')
      .where({ account_id: account, webhook_ident: ident, delivery_kind: 'test' })
      .whereNotNull('date_requested')
      .first();
    if (requested) return requested.delivery_id;
    await this.#database('webhook_deliveries').insert({
      account_id: account,
      webhook_ident: ident,
      delivery_id: deliveryId,
      delivery_kind: 'test',
      date_attempted: now,
      date_requested: now,
    });
    return deliveryId;
  }

  /** Asks for a delivery to be sent again, unless it is not listed, or its changes are no longer kept. */
  async requestAgain(
    account: number,
    ident: string,
    deliveryId: string,
  ): Promise<'requested' | 'unknown' | 'purged'> {
    const key = { account_id: account, webhook_ident: ident, delivery_id: deliveryId };
    const delivery = await this.#database('webhook_deliveries').where(key).first();
    if (!delivery) return 'unknown';
    const { after_position: after, until_position: until } = delivery;
    if (after < until && after < (await this.#purgedPosition(account))) return 'purged';
    await this.#database('webhook_deliveries')
      .where(key)
      .update({ date_requested: this.#database.raw('UTC_TIMESTAMP()') });
    return 'requested';
  }

  /**
   * Returns at most `limit` webhooks of all accounts, whose secrets have another prefix. Locks them until the transaction
   * ends. For `key rotate`.
   */
  async lockedWithout(prefix: string, after: WebhookRowKey, limit: number): Promise<readonly NewWebhook[]> {
    return byIndex(this.#database, 'webhooks')
      .select('*')
      .whereRaw('(account_id, webhook_ident) > (?, ?)', [after.account_id, after.webhook_ident])
      .whereNot('secret', 'like', `${prefix}%`)
      .orderBy(['account_id', 'webhook_ident'])
      .limit(limit)
      .forUpdate();
  }

  /** Encrypts secrets again: what clients see does not change. */
  async replaceSecrets(rows: readonly (WebhookRowKey & { readonly secret: string })[]): Promise<void> {
    for (const { account_id, webhook_ident, secret } of rows)
      await this.#row(account_id, webhook_ident).update({ secret });
  }

  /** Several writes of a transaction are one change of the webhook. */
  #noteUpdate(account: number, ident: string): void {
    const key = recordKey(account, ident);
    if (this.#updated.has(key)) return;
    this.#updated.add(key);
    this.#changeWriter.note('updated', 'webhook', [{ account, ident }]);
  }

  #row(account: number, ident: string) {
    return this.#database('webhooks').where({ account_id: account, webhook_ident: ident });
  }

  #rows() {
    const positions = this.#database.raw('?? force index (??)', ['change_positions', 'PRIMARY']);
    return byIndex(this.#database, 'webhooks')
      .select('webhooks.*', 'change_positions.last_position')
      .leftJoin(positions, 'change_positions.account_id', 'webhooks.account_id');
  }
}

/** Times have seconds, in which many deliveries fit. */
function latestFirst(one: DeliveryRow, other: DeliveryRow): number {
  if (one.date_attempted !== other.date_attempted) return one.date_attempted < other.date_attempted ? 1 : -1;
  return other.until_position - one.until_position;
}
