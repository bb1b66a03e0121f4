import type { KeyRing } from '../../shared/contract/keys/keyRing.ts';
import { judgeKeys } from '../../shared/contract/keys/storedKeys.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import type { Database } from '../../workers/database/database.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { type Finding, fatal, ok, skipped } from './finding.ts';

export async function checkKey(database: Database, keys: KeyRing | undefined): Promise<Finding> {
  if (!keys) return skipped('key', 'COUNTERFOIL_SECRET_KEY is not set; workers need none');
  try {
    const verdict = judgeKeys(keys, await new SecretKeys(database).list());
    if (verdict.kind === 'wrong') return fatal('key', verdict.error.message);
    if (verdict.kind === 'proven') return ok('key', `matches the database, key id ${verdict.active.id}`);
    return ok('key', `key id ${keys.ids.join(', ')}; the database has no app yet to check it with`);
  } catch (error) {
    return fatal('key', explain(error));
  }
}
