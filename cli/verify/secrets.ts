import type { KeyRing } from '../../shared/keyRing.ts';
import type { Database } from '../../workers/database/database.ts';
import type { AppRow } from '../../workers/stores/apps.ts';
import { type Finding, fatal, ok, skipped } from '../check/finding.ts';

/** Whether the keys open every secret of every app, those of revoked apps included. */
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
  if (closed.length === 0) return ok('secrets', `the key opens all ${count}`);
  return fatal(
    'secrets',
    `the key does not open those of ${closed.length} apps, such as ${closed[0]}`,
    'set COUNTERFOIL_SECRET_KEY to the key of the time of the backup',
  );
}
