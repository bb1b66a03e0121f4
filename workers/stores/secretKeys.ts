import { keyStates } from '../../shared/contract/operations/account.keys.ts';
import type { StoredKey } from '../../shared/secrets/storedKeys.ts';
import type { Database } from '../database/database.ts';
import { nowUtc } from './time.ts';

/** Stores the proofs of secret keys, never the keys. */
export class SecretKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(): Promise<readonly StoredKey[]> {
    return this.#rows();
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
    return this.#database<StoredKey>('secret_keys')
      .select('state', 'key_id', 'app_id_key')
      .whereIn('state', keyStates)
      .orderBy('state');
  }
}
