import { decryptSecret } from '../../shared/secrets.ts';
import type { Database } from '../../workers/database/database.ts';
import { Apps } from '../../workers/stores/apps.ts';
import { explain } from '../explain.ts';
import { type Finding, fatal, ok, skipped } from './finding.ts';

/** Whether the key opens the secret of an app, the newest that may sign. */
export async function checkKey(database: Database, key: Buffer | undefined): Promise<Finding> {
  if (!key) return skipped('key', 'COUNTERFOIL_SECRET_KEY is not set; workers need none');
  try {
    const app = await new Apps(database).newest();
    if (!app) return ok('key', 'there is no app yet to try it with');
    return opens(app.secret, app.app_id, key)
      ? ok('key', 'opens the secrets of apps')
      : fatal(
          'key',
          'does not open the secrets of apps',
          'set COUNTERFOIL_SECRET_KEY to the one they were made with',
        );
  } catch (error) {
    return fatal('key', explain(error));
  }
}

/** Whether a secret was encrypted with this key. */
export function opens(secret: string, appId: string, key: Buffer): boolean {
  try {
    decryptSecret(secret, appId, key);
    return true;
  } catch {
    return false;
  }
}
