import type { SignaturePolicy } from '../../shared/contract/keys/signatureV2.ts';
import type { Database } from '../database/database.ts';
import { byIndex, withAccounts } from './scope.ts';
import { disabledDate, nowUtc } from './time.ts';

/** Secrets are encrypted. */
export interface AppRow {
  readonly app_id: string;
  readonly account_id: number;
  readonly secret: string;
  /** Stays valid while the app changes to the new one. */
  readonly former_secret: string | null;
  /** Null means no limit. */
  readonly requests_per_second: number | null;
  readonly signature: SignaturePolicy;
  readonly date_created: string;
  readonly date_revoked: string | null;
  readonly date_disabled: string | null;
}

export type StoredSecrets = Pick<AppRow, 'app_id' | 'secret' | 'former_secret'>;

export interface AppWithAccount extends AppRow {
  readonly account_ident: string;
  /** Limit of all its apps together. */
  readonly account_requests_per_second: number | null;
  readonly account_date_disabled: string | null;
  readonly is_sandbox: 0 | 1;
  readonly history_days: number;
}

/** Differs from the column's default, which is for apps from before the migration. */
const newAppPolicy: SignaturePolicy = 'v2-optional';

/** Settings that an operator may change. Null removes a limit. */
export type AppSettings = Partial<Pick<AppRow, 'requests_per_second' | 'signature'>>;

export class Apps {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Includes apps that are revoked or disabled. */
  async withAccounts(appIds: readonly string[]): Promise<ReadonlyMap<string, AppWithAccount>> {
    // Apps first: for many at once, the database would read all accounts, and all apps of each.
    const rows: AppWithAccount[] = await byIndex(this.#database, 'apps')
      .joinRaw(withAccounts('apps'))
      .select(
        'apps.*',
        'accounts.account_ident',
        'accounts.requests_per_second as account_requests_per_second',
        'accounts.date_disabled as account_date_disabled',
        'accounts.is_sandbox',
        'accounts.history_days',
      )
      .whereIn('app_id', appIds);
    return new Map(rows.map((row) => [row.app_id, row]));
  }

  async create(appId: string, accountId: number, secret: string): Promise<void> {
    const row = {
      app_id: appId,
      account_id: accountId,
      secret,
      former_secret: null,
      signature: newAppPolicy,
    };
    await this.#database('apps').insert({ ...row, date_created: nowUtc(Date) });
  }

  async find(appId: string): Promise<AppRow | undefined> {
    return this.#database<AppRow>('apps').where({ app_id: appId }).first();
  }

  /** Returns apps by age, the oldest first. */
  async ofAccount(accountId: number): Promise<readonly AppRow[]> {
    return this.#database<AppRow>('apps').where({ account_id: accountId }).orderBy('app_id');
  }

  /** Keeps the present secret as the former one. Resolves to false, and changes nothing, if the app has a former one. */
  async rotate(appId: string, secret: string): Promise<boolean> {
    const former_secret = this.#database.ref('secret');
    // Assignments run from left to right: the former secret is read before it is replaced.
    const change = { former_secret, secret };
    return hasChanged(this.#database('apps').where({ app_id: appId, former_secret: null }).update(change));
  }

  /** Replaces the newer of two secrets. Resolves to false, and changes nothing, if the app has only one. */
  async replaceNew(appId: string, secret: string): Promise<boolean> {
    return hasChanged(this.#withFormer(appId).update({ secret }));
  }

  /** Resolves to false if the app has no former secret. */
  async dropFormer(appId: string): Promise<boolean> {
    return hasChanged(this.#withFormer(appId).update({ former_secret: null }));
  }

  #withFormer(appId: string) {
    return this.#database('apps').where({ app_id: appId }).whereNotNull('former_secret');
  }

  /** `settings` must not be empty. */
  async set(appId: string, settings: AppSettings): Promise<void> {
    await this.#database('apps').where({ app_id: appId }).update(settings);
  }

  async revoke(appId: string): Promise<void> {
    await this.#database('apps')
      .where({ app_id: appId })
      .whereNull('date_revoked')
      .update({ date_revoked: nowUtc(Date) });
  }

  async setDisabled(appId: string, disabled: boolean): Promise<void> {
    const date_disabled = disabledDate(this.#database, disabled);
    await this.#database('apps').where({ app_id: appId }).update({ date_disabled });
  }

  /**
   * Returns at most `limit` apps after the given one that have a secret without this prefix. Locks them until the
   * transaction ends.
   */
  async lockedWithout(prefix: string, after: string, limit: number): Promise<readonly AppRow[]> {
    return this.#database<AppRow>('apps')
      .where('app_id', '>', after)
      .where((rows) =>
        rows.whereNot('secret', 'like', `${prefix}%`).orWhereNot('former_secret', 'like', `${prefix}%`),
      )
      .orderBy('app_id')
      .limit(limit)
      .forUpdate();
  }

  async replaceSecrets(apps: readonly StoredSecrets[]): Promise<void> {
    for (const { app_id, secret, former_secret } of apps)
      await this.#database('apps').where({ app_id }).update({ secret, former_secret });
  }
}

async function hasChanged(update: PromiseLike<number>): Promise<boolean> {
  return (await update) === 1;
}
