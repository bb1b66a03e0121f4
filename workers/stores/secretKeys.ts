import { type KeyProofs, keyStates, type StoredKey } from '../../shared/keys/storedKeys.ts';
import type { Database } from '../database/database.ts';
import { nowUtc } from './time.ts';

/** A key as it is stored. */
export interface SecretKeyRow extends StoredKey {
  /** Whether secrets that are encrypted with it carry its id: those of a database's first key don't. */
  readonly marks_secrets: 0 | 1;
}

/** Secrets that are tried where no key is stored: a few may have been encrypted with a wrong key. */
const maxSecrets = 20;

/** What the database knows of secret keys. */
export class SecretKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What keys can be proven with; bounded. */
  async proofs(): Promise<KeyProofs> {
    const rows = await this.#rows();
    const keys = rows.map(({ state, key_id, app_id_key }) => ({ state, key_id, app_id_key }));
    return { keys, secrets: keys.length > 0 ? [] : await this.#newestSecrets() };
  }

  /** The keys; nobody adds, promotes or drops one until the transaction ends. */
  async locked(): Promise<readonly SecretKeyRow[]> {
    return this.#rows().forUpdate();
  }

  /** Fails as a duplicate when there is one in this state. */
  async add(key: SecretKeyRow): Promise<void> {
    await this.#database('secret_keys').insert({ ...key, date_created: nowUtc() });
  }

  /** The active key retires; none is active after that. */
  async retireActive(): Promise<void> {
    await this.#database('secret_keys').where({ state: 'active' }).update({ state: 'retiring' });
  }

  async dropRetiring(): Promise<void> {
    await this.#database('secret_keys').where({ state: 'retiring' }).delete();
  }

  #rows() {
    return this.#database<SecretKeyRow>('secret_keys').whereIn('state', keyStates).orderBy('state');
  }

  #newestSecrets() {
    return (
      this.#database('apps')
        .select('app_id', 'secret')
        .whereNull('date_revoked')
        // Ids of apps sort by the time they were made. The condition makes the server read this index backwards and stop.
        .where('app_id', '>', '')
        .orderBy('app_id', 'desc')
        .limit(maxSecrets)
    );
  }
}
