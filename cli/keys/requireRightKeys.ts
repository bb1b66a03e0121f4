import type { KeyRing } from '../../shared/keyRing.ts';
import { judgeKeys } from '../../shared/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';

/** Throws `WrongKey` when the keys are known not to be those of the database. Writes nothing. */
export async function requireRightKeys(database: Database, ring: KeyRing): Promise<void> {
  const verdict = judgeKeys(ring, await new SecretKeys(database).proofs());
  if (verdict.kind === 'wrong') throw verdict.error;
}
