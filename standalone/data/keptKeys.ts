import path from 'node:path';
import { Lock } from '../../shared/process/lock.ts';
import { readEnvironmentFile, serversFile } from '../../shared/settings/environment.ts';
import { readSettings } from '../../shared/settings/settings.ts';
import { writePrivately } from './writePrivately.ts';

/** The secret keys in the `servers.env` of a data folder; the former one only while keys are rotated. */
export interface KeptKeys {
  readonly secretKey: Buffer;
  readonly formerSecretKey: Buffer | undefined;
}

/** Undefined before the first start. Throws a `SettingsError` when the file holds something else. */
export function keptKeys(dataFolder: string): KeptKeys | undefined {
  const { COUNTERFOIL_SECRET_KEY, COUNTERFOIL_FORMER_SECRET_KEY } = readEnvironmentFile(fileIn(dataFolder));
  const { secretKey, formerSecretKey } = readSettings({
    COUNTERFOIL_SECRET_KEY,
    COUNTERFOIL_FORMER_SECRET_KEY,
  });
  return secretKey && { secretKey, formerSecretKey };
}

/** The database that the keys belong to. */
export function keptDatabaseUrl(dataFolder: string): string | undefined {
  const { DATABASE_URL } = readEnvironmentFile(fileIn(dataFolder));
  return readSettings({ DATABASE_URL }).databaseUrl;
}

/** Replaces the keys and leaves the rest of the file. */
export async function replaceKeptKeys(dataFolder: string, keys: KeptKeys): Promise<void> {
  const { DATABASE_URL = '', REDIS_URL = '' } = readEnvironmentFile(fileIn(dataFolder));
  await writeServersFile(dataFolder, { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL }, keys);
}

/** Lets the other commands find the servers. */
export async function writeServersFile(
  dataFolder: string,
  urls: { readonly databaseUrl: string; readonly redisUrl: string },
  keys: KeptKeys,
): Promise<void> {
  await writePrivately(fileIn(dataFolder), {
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    ...keyVariables(keys),
  });
}

/** Writes the keys of a restored database, for the next start. */
export async function writeKeys(dataFolder: string, keys: KeptKeys): Promise<void> {
  await writePrivately(fileIn(dataFolder), keyVariables(keys));
}

/** The keys as environment variables. */
export function keyVariables({ secretKey, formerSecretKey }: KeptKeys) {
  return {
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    ...(formerSecretKey && { COUNTERFOIL_FORMER_SECRET_KEY: formerSecretKey.toString('base64') }),
  };
}

/** Runs work while no other process reads the keys to change them. Throws an `OperatorError` when one does. */
export async function withKeptKeysLocked<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  const lock = await Lock.take(path.join(dataFolder, 'key.lock'), `the key in ${dataFolder} is in use`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** The file with the keys. */
export function fileIn(dataFolder: string): string {
  return path.join(dataFolder, serversFile);
}
