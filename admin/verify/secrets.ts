import type { KeyRing } from '../../shared/contract/keys/keyRing.ts';
import { judgeKeys } from '../../shared/contract/keys/storedKeys.ts';
import type { Database } from '../../workers/database/database.ts';
import type { AppRow } from '../../workers/stores/apps.ts';
import { SecretKeys } from '../../workers/stores/secretKeys.ts';
import { type Finding, fatal, ok, skipped } from '../check/finding.ts';
import { counted, named } from './counted.ts';

/** Checks that the keys are those of the database, and open every secret of every app, including revoked apps. */
export async function checkSecrets(database: Database, keys: KeyRing | undefined): Promise<Finding> {
  if (!keys) return skipped('secrets', 'COUNTERFOIL_SECRET_KEY is not set');
  let count = 0;
  const closed: string[] = [];
  const apps = database<AppRow>('apps').select('app_id', 'secret', 'former_secret').orderBy('app_id');
  for await (const { app_id, secret, former_secret } of apps.stream()) {
    const secrets = [secret, ...(former_secret ? [former_secret] : [])] as readonly string[];
    count += secrets.length;
    if (!secrets.every((one) => keys.open(one, app_id) !== undefined)) closed.push(app_id);
  }
  const verdict = judgeKeys(keys, await new SecretKeys(database).list());
  const wrong = verdict.kind === 'wrong' ? verdict.error.message : undefined;
  if (closed.length > 0) {
    const problem = `the key does not decrypt the secrets of ${counted(closed.length, 'app')} (${named(closed)})`;
    return fatal('secrets', problem, wrong ?? 'create new ones with `counterfoil app rotate`');
  }
  return wrong ? fatal('secrets', wrong) : ok('secrets', `the key decrypts all ${count} secrets`);
}
