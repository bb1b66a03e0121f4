import { setTimeout as delay } from 'node:timers/promises';
import { errorKindOf } from '../../shared/runtime/databaseErrors.ts';
import { AppIds, appIdKeyOf } from '../../shared/secrets/appIds.ts';
import { type KeyRing, markedSecret, type SecretKey } from '../../shared/secrets/keyRing.ts';
import { judgeKeys, type StoredKey, sealAppIdKey, WrongKey } from '../../shared/secrets/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';

interface ActiveKey {
  readonly appIds: AppIds;
  readonly encrypt: (secret: string, appId: string) => string;
}

/**
 * Runs work in a transaction in which the active key of the database stays the same. The first call stores the check value of
 * the key. Throws `WrongKey`, and stores nothing, if the key of the database is not among the given ones.
 */
export function withActiveKey<T>(
  database: Database,
  ring: KeyRing,
  work: (key: ActiveKey, transaction: Database) => Promise<T>,
): Promise<T> {
  return transactionOn(database, async (transaction) => {
    const { active, appIdKey } = await provenKey(transaction, ring);
    const encrypt = (secret: string, appId: string) => markedSecret(secret, appId, active);
    return work({ appIds: new AppIds(appIdKey), encrypt }, transaction);
  });
}

/** Stores the check value of the key if none is stored. Throws `WrongKey`. */
export async function storeKey(database: Database, ring: KeyRing): Promise<void> {
  await transactionOn(database, (transaction) => provenKey(transaction, ring));
}

interface ProvenKey {
  readonly active: SecretKey;
  readonly appIdKey: Buffer;
}

/** Locks the active key of the database, and stores it if it was not stored. Throws `WrongKey`. */
export async function provenKey(transaction: Database, ring: KeyRing): Promise<ProvenKey> {
  const store = new SecretKeys(transaction);
  const verdict = judgeKeys(ring, await store.locked());
  if (verdict.kind === 'wrong') throw verdict.error;
  if (verdict.kind === 'proven') return verdict;
  const active = ring.newest;
  const appIdKey = appIdKeyOf(active.key);
  await store.add(storedKey(active, appIdKey));
  return { active, appIdKey };
}

export function storedKey(key: SecretKey, appIdKey: Buffer): StoredKey {
  return { state: 'active', key_id: key.id, app_id_key: sealAppIdKey(appIdKey, key) };
}

/** Throws `WrongKey` if the database proves that the keys are not its own. Writes nothing. */
export async function requireRightKeys(database: Database, ring: KeyRing): Promise<void> {
  const verdict = judgeKeys(ring, await new SecretKeys(database).list());
  if (verdict.kind === 'wrong') throw verdict.error;
}

/** Throws `WrongKey` if the database already has a key, so that no second one is made for it. */
export async function requireNoKey(database: Database): Promise<void> {
  const active = (await new SecretKeys(database).list()).find(({ state }) => state === 'active');
  if (!active) return;
  throw new WrongKey(
    `COUNTERFOIL_SECRET_KEY is not set, but this database has a key: set it to the one with key id ${active.key_id}`,
  );
}

const maxWaitMs = 30_000;
const backoffMs = 50;

/** Retries the transaction for up to 30 seconds while other commands hold its rows, or have inserted them first. */
export async function transactionOn<T>(
  database: Database,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const { reason, isConflict } = errorKindOf(error);
      if (!(isConflict || reason === 'duplicate') || performance.now() > end) throw error;
      await delay(backoffMs);
    }
  }
}
