import { type KeyProofs, keyStates, type StoredKey } from '../../shared/keys/storedKeys.ts';
import type { Database } from '../database/database.ts';
import { nowUtc } from './time.ts';

/** A key as it is stored. */
export interface SecretKeyRow extends StoredKey {
  /** Whether secrets that are encrypted with it have its id: those of a database's first key do not. */
  readonly marks_secrets: 0 | 1;
}

/** Secrets that prove a key where no key is stored: several, since some may have been encrypted with a wrong key. */
const maxSecrets = 20;

/** The proofs of secret keys in the database. */
export class SecretKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The proofs by which keys are checked; bounded. */
  async proofs(): Promise<KeyProofs> {
    const rows = await this.#rows();
    const keys = rows.map(({ state, key_id, app_id_key }) => ({ state, key_id, app_id_key }));
    return { keys, secrets: keys.length > 0 ? [] : await this.#newestSecrets() };
  }

  /** The keys. Nobody adds, promotes or drops one until the transaction ends. */
  async locked(): Promise<readonly SecretKeyRow[]> {
    return this.#rows().forUpdate();
  }

  /** Fails as a duplicate if there is a key in this state. */
  async add(key: SecretKeyRow): Promise<void> {
    await this.#database('secret_keys').insert({ ...key, date_created: nowUtc(Date) });
  }

  /** Makes the active key retiring; no key is active after that. */
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
        // Ids of apps sort by creation time. The condition makes the server read this index backwards and stop.
        .where('app_id', '>', '')
        .orderBy('app_id', 'desc')
        .limit(maxSecrets)
    );
  }
}
