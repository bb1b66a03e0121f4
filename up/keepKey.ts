import { storeKey } from '../admin/keys/activeKey.ts';
import { requireNoKey, requireRightKeys } from '../admin/keys/requireRightKeys.ts';
import { type UpSettings, upSettings } from '../servers/data/dataFolder.ts';
import { withKeptKeysLocked, writeServersFile } from '../servers/data/keptKeys.ts';
import { KeyRing } from '../shared/contract/keys/keyRing.ts';
import type { Database } from '../workers/database/database.ts';
import type { ServerUrls } from './startServers.ts';

/**
 * Writes the key into the data folder first and its check value into the database last. Resolves to the settings with the
 * current key: `key rotate` may have changed it since the start. Throws `WrongKey`, and writes nothing, if it is not the
 * database's key.
 */
export function keepKey(database: Database, dataFolder: string, urls: ServerUrls): Promise<UpSettings> {
  return withKeptKeysLocked(dataFolder, async () => {
    const settings = upSettings();
    const ring = new KeyRing(settings.secretKey, settings.formerSecretKey);
    await (settings.hasNewKey ? requireNoKey(database) : requireRightKeys(database, ring));
    await writeServersFile(dataFolder, urls, settings);
    await storeKey(database, ring);
    return settings;
  });
}
