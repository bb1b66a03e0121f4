import type { KeyRing } from '../../shared/contract/keys/keyRing.ts';
import { judgeKeys, WrongKey } from '../../shared/contract/keys/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';

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
