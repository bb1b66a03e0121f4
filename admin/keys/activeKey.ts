import { AppIds, appIdKeyOf } from '../../shared/keys/appIds.ts';
import { type KeyRing, markedSecret, type SecretKey } from '../../shared/keys/keyRing.ts';
import { encryptSecret } from '../../shared/keys/secrets.ts';
import { judgeKeys, sealAppIdKey } from '../../shared/keys/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { transactionOn } from './transactions.ts';

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
  return transactionOn(database, async (transaction) =>
    work(await activeKey(transaction, ring), transaction),
  );
}

async function activeKey(transaction: Database, ring: KeyRing): Promise<ActiveKey> {
  const { active, appIdKey, marks } = await provenKey(transaction, ring);
  const encrypt = (secret: string, appId: string) =>
    marks ? markedSecret(secret, appId, active) : encryptSecret(secret, appId, active.key);
  return { appIds: new AppIds(appIdKey), encrypt };
}

/** Stores the check value of the key if none is stored. Throws `WrongKey`. */
export async function storeKey(database: Database, ring: KeyRing): Promise<void> {
  await transactionOn(database, (transaction) => provenKey(transaction, ring));
}

interface ProvenKey {
  readonly active: SecretKey;
  readonly appIdKey: Buffer;
  /** True if secrets carry the key's id. */
  readonly marks: boolean;
}

/** Locks the active key of the database, and stores it if it was not stored. Throws `WrongKey`. */
export async function provenKey(transaction: Database, ring: KeyRing): Promise<ProvenKey> {
  const store = new SecretKeys(transaction);
  const stored = (await store.locked()).find(({ state }) => state === 'active');
  const verdict = judgeKeys(ring, await store.proofs());
  if (verdict.kind === 'wrong') throw verdict.error;
  const { active, appIdKey } = verdict.kind === 'proven' ? verdict : firstOf(ring);
  // Gateways of version 0.1.0 know only this key, and must be able to read what it encrypts.
  if (!stored) await store.add(storedKey(active, appIdKey, false));
  return { active, appIdKey, marks: stored?.marks_secrets === 1 };
}

export function storedKey(key: SecretKey, appIdKey: Buffer, marks: boolean) {
  const app_id_key = sealAppIdKey(appIdKey, key);
  return { state: 'active', key_id: key.id, app_id_key, marks_secrets: marks ? 1 : 0 } as const;
}

/** A database without keys and apps takes the given key. */
function firstOf({ newest: active }: KeyRing): Pick<ProvenKey, 'active' | 'appIdKey'> {
  return { active, appIdKey: appIdKeyOf(active.key) };
}
