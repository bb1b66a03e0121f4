import { type KeyProofs, keyStates, type StoredKey } from '../../shared/keys/storedKeys.ts';
import type { Database } from '../database/database.ts';
import { nowUtc } from './time.ts';

/** Secrets that prove a key if none is stored. Several, since some may have been encrypted with a wrong key. */
const maxSecrets = 20;

/** Stores the proofs of secret keys, never the keys. */
export class SecretKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async proofs(): Promise<KeyProofs> {
    const rows = await this.#rows();
    const keys = rows.map(({ state, key_id, app_id_key }) => ({ state, key_id, app_id_key }));
    return { keys, secrets: keys.length > 0 ? [] : await this.#newestSecrets() };
  }

  /** Locks the keys: nobody adds, promotes or drops one until the transaction ends. */
  async locked(): Promise<readonly StoredKey[]> {
    return this.#rows().forUpdate();
  }

  /** Fails as a duplicate if there is a key in this state. */
  async add(key: StoredKey): Promise<void> {
    await this.#database('secret_keys').insert({ ...key, date_created: nowUtc(Date) });
  }

  /** Leaves no key active. */
  async retireActive(): Promise<void> {
    await this.#database('secret_keys').where({ state: 'active' }).update({ state: 'retiring' });
  }

  async dropRetiring(): Promise<void> {
    await this.#database('secret_keys').where({ state: 'retiring' }).delete();
  }

  #rows() {
    return this.#database<StoredKey>('secret_keys').whereIn('state', keyStates).orderBy('state');
  }

  #newestSecrets() {
    return (
      this.#database('apps')
        .select('app_id', 'secret')
        .whereNull('date_revoked')
        // Ids of apps sort by creation time. The condition makes the server read this index backwards and stop.
        .where('app_id', '>', '')
        .orderBy('app_id', 'desc')
        .limit(maxSecrets)
    );
  }
}
