import { KeyRing } from '../../shared/keyRing.ts';
import { judgeKeys } from '../../shared/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { explain } from '../explain.ts';
import { type Finding, fatal, ok, skipped } from './finding.ts';

/** Whether the key, with the former one where it is set, is that of the database. */
export async function checkKey(
  database: Database,
  key: Buffer | undefined,
  formerKey: Buffer | undefined,
): Promise<Finding> {
  if (!key) return skipped('key', 'COUNTERFOIL_SECRET_KEY is not set; workers need none');
  try {
    const ring = new KeyRing(key, formerKey);
    const verdict = judgeKeys(ring, await new SecretKeys(database).proofs());
    if (verdict.kind === 'wrong') return fatal('key', verdict.error.message);
    if (verdict.kind === 'proven') return ok('key', `that of the database, key id ${verdict.active.id}`);
    return ok('key', `key id ${ring.ids.join(', ')}; the database has no app yet to try it with`);
  } catch (error) {
    return fatal('key', explain(error));
  }
}
