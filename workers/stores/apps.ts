import type { Database } from '../database/database.ts';
import { nowUtc } from '../time.ts';

/** An app as it is stored: its secrets are encrypted. */
export interface AppRow {
  readonly app_id: string;
  readonly account_id: number;
  readonly secret: string;
  /** Still good while a new one is being brought out. */
  readonly former_secret: string | null;
  readonly date_created: string;
  readonly date_revoked: string | null;
}

/** Apps: who may sign requests for an account. */
export class Apps {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of the apps that may sign. */
  async active(appIds: readonly string[]): Promise<ReadonlyMap<string, AppRow>> {
    const rows = await this.#database<AppRow>('apps').whereIn('app_id', appIds).whereNull('date_revoked');
    return new Map(rows.map((row) => [row.app_id, row]));
  }

  async create(appId: string, accountId: number, secret: string): Promise<void> {
    const row = { app_id: appId, account_id: accountId, secret, former_secret: null, date_created: nowUtc() };
    await this.#database('apps').insert(row);
  }

  async find(appId: string): Promise<AppRow | undefined> {
    return this.#database<AppRow>('apps').where({ app_id: appId }).first();
  }

  /** The apps of an account, the oldest one first. */
  async ofAccount(accountId: number): Promise<readonly AppRow[]> {
    return this.#database<AppRow>('apps').where({ account_id: accountId }).orderBy('app_id');
  }

  /** Puts a new secret in front; the one before it stays good, unless it is dropped. */
  async rotate(appId: string, secret: string, dropFormer: boolean): Promise<void> {
    const former_secret = dropFormer ? null : this.#database.ref('secret');
    // Assignments run from left to right: the former secret is read before it is replaced.
    await this.#database('apps').where({ app_id: appId }).update({ former_secret, secret });
  }

  async revoke(appId: string): Promise<void> {
    await this.#database('apps')
      .where({ app_id: appId })
      .whereNull('date_revoked')
      .update({ date_revoked: nowUtc() });
  }
}
