import type { SignaturePolicy } from '../../shared/keys/signatureV2.ts';
import type { Database } from '../database/database.ts';
import { nowUtc } from './time.ts';

/** An app as it is stored: its secrets are encrypted. */
export interface AppRow {
  readonly app_id: string;
  readonly account_id: number;
  readonly secret: string;
  /** Still valid while the app changes to the new one. */
  readonly former_secret: string | null;
  /** Requests per second that it may send; null means no limit. */
  readonly requests_per_second: number | null;
  readonly signature: SignaturePolicy;
  readonly date_created: string;
  readonly date_revoked: string | null;
}

/** The secrets of an app. */
export type StoredSecrets = Pick<AppRow, 'app_id' | 'secret' | 'former_secret'>;

/** An app that may sign, with the limit that its account has for all its apps together. */
interface ActiveAppRow extends AppRow {
  readonly account_ident: string;
  readonly account_requests_per_second: number | null;
}

/** Not the column's default, which is for apps from before the migration. */
const newAppPolicy: SignaturePolicy = 'v2-optional';

/** The settings that an operator may change; null removes a limit. */
export type AppSettings = Partial<Pick<AppRow, 'requests_per_second' | 'signature'>>;

/** Apps: they sign requests for an account. */
export class Apps {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The apps that may sign. */
  async active(appIds: readonly string[]): Promise<ReadonlyMap<string, ActiveAppRow>> {
    const rows: ActiveAppRow[] = await this.#database('apps')
      .join('accounts', 'accounts.id', 'apps.account_id')
      .select('apps.*', 'account_ident', 'accounts.requests_per_second as account_requests_per_second')
      .whereIn('app_id', appIds)
      .whereNull('date_revoked');
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
    await this.#database('apps').insert({ ...row, date_created: nowUtc() });
  }

  async find(appId: string): Promise<AppRow | undefined> {
    return this.#database<AppRow>('apps').where({ app_id: appId }).first();
  }

  /** The apps of an account, the oldest one first. */
  async ofAccount(accountId: number): Promise<readonly AppRow[]> {
    return this.#database<AppRow>('apps').where({ account_id: accountId }).orderBy('app_id');
  }

  /** Sets a new secret; the one before it stays valid, unless it is dropped. */
  async rotate(appId: string, secret: string, dropFormer: boolean): Promise<void> {
    const former_secret = dropFormer ? null : this.#database.ref('secret');
    // Assignments run from left to right: the former secret is read before it is replaced.
    await this.#database('apps').where({ app_id: appId }).update({ former_secret, secret });
  }

  /** Changes the settings that are given, at least one. */
  async set(appId: string, settings: AppSettings): Promise<void> {
    await this.#database('apps').where({ app_id: appId }).update(settings);
  }

  async revoke(appId: string): Promise<void> {
    await this.#database('apps')
      .where({ app_id: appId })
      .whereNull('date_revoked')
      .update({ date_revoked: nowUtc() });
  }

  /** At most `limit` apps after the given one, with a secret that does not have this beginning; locked until the transaction ends. */
  async lockedWithout(beginning: string, after: string, limit: number): Promise<readonly AppRow[]> {
    return this.#database<AppRow>('apps')
      .where('app_id', '>', after)
      .where((rows) =>
        rows.whereNot('secret', 'like', `${beginning}%`).orWhereNot('former_secret', 'like', `${beginning}%`),
      )
      .orderBy('app_id')
      .limit(limit)
      .forUpdate();
  }

  /** Replaces the encrypted secrets of apps. */
  async replaceSecrets(apps: readonly StoredSecrets[]): Promise<void> {
    for (const { app_id, secret, former_secret } of apps)
      await this.#database('apps').where({ app_id }).update({ secret, former_secret });
  }
}
