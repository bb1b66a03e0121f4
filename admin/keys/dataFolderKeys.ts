import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { writePrivately } from '../../servers/system/writePrivately.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { Lock } from '../../shared/runtime/process/lock.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import { readEnvironmentFile, serversFile } from '../../shared/runtime/settings/environment.ts';
import { readSettings, type Settings } from '../../shared/runtime/settings/settings.ts';
import { KeyRing, secretKeyOf } from '../../shared/secrets/keyRing.ts';
import type { Database } from '../../workers/database/database.ts';
import { requireNoKey, requireRightKeys, storeKey } from './activeKey.ts';

/** Keys in the `servers.env` of a data folder. The former one is there only while keys are rotated. */
export interface FolderKeys {
  readonly secretKey: Buffer;
  readonly formerSecretKey?: Buffer | undefined;
}

/** `hasNewKey` says that a new key was generated, since none was given or kept. */
export type UpSettings = Settings & FolderKeys & { readonly hasNewKey?: boolean };

export interface ServerUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/**
 * Reads the settings of `up`. The addresses of servers come from the environment only, since the private servers of an earlier
 * run are gone. The data folder keeps the secret key of the first start: no other key can read the secrets in the database.
 * Throws an `OperatorError` if the environment has another key.
 */
export function upSettings(): UpSettings {
  const settings = readSettings(process.env);
  const { dataFolder, secretKey: given } = settings;
  const stored = folderKeys(dataFolder);
  if (!stored) return { ...settings, secretKey: given ?? randomBytes(32), hasNewKey: !given };
  if (given && !given.equals(stored.secretKey))
    throw new OperatorError(
      `COUNTERFOIL_SECRET_KEY differs from the key in ${fileIn(dataFolder)}: unset it to use the kept key, or set COUNTERFOIL_DATA_DIR to another folder. \`counterfoil key rotate\` replaces a key`,
    );
  return { ...settings, ...stored };
}

/**
 * Writes the key into the data folder first and its check value into the database last. Resolves to the settings with the
 * current key: `key rotate` may have changed it since the start. Throws `WrongKey`, and writes nothing, if it is not the
 * database's key.
 */
export function storeFolderKey(
  database: Database,
  dataFolder: string,
  urls: ServerUrls,
): Promise<UpSettings> {
  return withFolderKeysLocked(dataFolder, async () => {
    const settings = upSettings();
    const ring = new KeyRing(settings.secretKey, settings.formerSecretKey);
    await (settings.hasNewKey ? requireNoKey(database) : requireRightKeys(database, ring));
    await writeServersFile(dataFolder, urls, settings);
    await storeKey(database, ring);
    return settings;
  });
}

/**
 * Replaces the key in the data folder of `up`. The folder has both keys from before `rotate` uses the new one until the former
 * one is no longer needed. Then that goes to a file of its own. After a run that was killed, the next run continues with the same
 * keys.
 */
export function replaceFolderKey<T>(
  database: Database,
  dataFolder: string,
  rotate: (ring: KeyRing) => Promise<T>,
): Promise<T> {
  return withFolderKeysLocked(dataFolder, async () => {
    let { secretKey, formerSecretKey } = requireFolderKeys(dataFolder);
    if (!formerSecretKey) {
      await requireRightKeys(database, new KeyRing(secretKey));
      [secretKey, formerSecretKey] = [randomBytes(32), secretKey];
      await updateFolderKeys(dataFolder, { secretKey, formerSecretKey });
    }
    const done = await rotate(new KeyRing(secretKey, formerSecretKey));
    await writeVariables(
      formerKeyFile(dataFolder, formerSecretKey),
      keyVariables({ secretKey: formerSecretKey }),
    );
    await updateFolderKeys(dataFolder, { secretKey });
    return done;
  });
}

/** Returns undefined before the first start. Throws a `SettingsError` if a key in the file is not valid. */
export function folderKeys(dataFolder: string): FolderKeys | undefined {
  const { COUNTERFOIL_SECRET_KEY, COUNTERFOIL_FORMER_SECRET_KEY } = readEnvironmentFile(fileIn(dataFolder));
  const { secretKey, formerSecretKey } = readSettings({
    COUNTERFOIL_SECRET_KEY,
    COUNTERFOIL_FORMER_SECRET_KEY,
  });
  return secretKey && { secretKey, formerSecretKey };
}

/** Throws an `OperatorError` before the first start. */
export function requireFolderKeys(dataFolder: string): FolderKeys {
  const keys = folderKeys(dataFolder);
  if (keys) return keys;
  throw new OperatorError(
    `${fileIn(dataFolder)} has no key: \`counterfoil up\` makes one at its first start`,
  );
}

export function folderDatabaseUrl(dataFolder: string): string | undefined {
  const { DATABASE_URL } = readEnvironmentFile(fileIn(dataFolder));
  return readSettings({ DATABASE_URL }).databaseUrl;
}

/** Writes the keys of a data folder that has no servers yet. */
export async function writeKeys(dataFolder: string, keys: FolderKeys): Promise<void> {
  await writeVariables(fileIn(dataFolder), keyVariables(keys));
}

const pollMs = 500;

/** Calls `onChange` when `key rotate` has changed the keys of a data folder. Returns the function that stops this. */
export function watchKeys(
  dataFolder: string,
  first: FolderKeys,
  onChange: (keys: FolderKeys) => void,
): () => void {
  let known = textOf(first);
  return repeat(pollMs, () => {
    const keys = readableKeys(dataFolder);
    if (!keys || textOf(keys) === known) return;
    known = textOf(keys);
    onChange(keys);
  });
}

export function keyVariables({ secretKey, formerSecretKey }: FolderKeys) {
  return {
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    ...(formerSecretKey && { COUNTERFOIL_FORMER_SECRET_KEY: formerSecretKey.toString('base64') }),
  };
}

export function fileIn(dataFolder: string): string {
  return path.join(dataFolder, serversFile);
}

/** File of a key that was replaced. Older backups need it: as `servers.env` of a data folder, it restores them. */
export function formerKeyFile(dataFolder: string, key: Buffer): string {
  return path.join(dataFolder, `former-key-${secretKeyOf(key).id}.env`);
}

/** Keeps the rest of the file. */
async function updateFolderKeys(dataFolder: string, keys: FolderKeys): Promise<void> {
  const { DATABASE_URL = '', REDIS_URL = '' } = readEnvironmentFile(fileIn(dataFolder));
  await writeServersFile(dataFolder, { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL }, keys);
}

async function writeServersFile(
  dataFolder: string,
  { databaseUrl, redisUrl }: ServerUrls,
  keys: FolderKeys,
): Promise<void> {
  const urls = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
  await writeVariables(fileIn(dataFolder), { ...urls, ...keyVariables(keys) });
}

async function writeVariables(file: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  await writePrivately(file, lines);
}

/** Throws an `OperatorError` if another process is changing the keys. */
async function withFolderKeysLocked<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  const lock = await Lock.take(path.join(dataFolder, 'key.lock'), `the key in ${dataFolder} is in use`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

function textOf(keys: FolderKeys): string {
  return JSON.stringify(keyVariables(keys));
}

/** Returns undefined while somebody edits the file; the next poll reads it again. */
function readableKeys(dataFolder: string): FolderKeys | undefined {
  try {
    return folderKeys(dataFolder);
  } catch {
    return undefined;
  }
}
