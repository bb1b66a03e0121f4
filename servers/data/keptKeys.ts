import path from 'node:path';
import { Lock } from '../../shared/runtime/process/lock.ts';
import { readEnvironmentFile, serversFile } from '../../shared/runtime/settings/environment.ts';
import { readSettings } from '../../shared/runtime/settings/settings.ts';
import { writePrivately } from './writePrivately.ts';

/** Keys in the `servers.env` of a data folder. The former one is there only while keys are rotated. */
export interface KeptKeys {
  readonly secretKey: Buffer;
  readonly formerSecretKey: Buffer | undefined;
}

/** Returns undefined before the first start. Throws a `SettingsError` if a key in the file is not valid. */
export function keptKeys(dataFolder: string): KeptKeys | undefined {
  const { COUNTERFOIL_SECRET_KEY, COUNTERFOIL_FORMER_SECRET_KEY } = readEnvironmentFile(fileIn(dataFolder));
  const { secretKey, formerSecretKey } = readSettings({
    COUNTERFOIL_SECRET_KEY,
    COUNTERFOIL_FORMER_SECRET_KEY,
  });
  return secretKey && { secretKey, formerSecretKey };
}

export function keptDatabaseUrl(dataFolder: string): string | undefined {
  const { DATABASE_URL } = readEnvironmentFile(fileIn(dataFolder));
  return readSettings({ DATABASE_URL }).databaseUrl;
}

/** Keeps the rest of the file. */
export async function replaceKeptKeys(dataFolder: string, keys: KeptKeys): Promise<void> {
  const { DATABASE_URL = '', REDIS_URL = '' } = readEnvironmentFile(fileIn(dataFolder));
  await writeServersFile(dataFolder, { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL }, keys);
}

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

export async function writeKeys(dataFolder: string, keys: KeptKeys): Promise<void> {
  await writePrivately(fileIn(dataFolder), keyVariables(keys));
}

export function keyVariables({ secretKey, formerSecretKey }: KeptKeys) {
  return {
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    ...(formerSecretKey && { COUNTERFOIL_FORMER_SECRET_KEY: formerSecretKey.toString('base64') }),
  };
}

/** Throws an `OperatorError` if another process is changing the keys. */
export async function withKeptKeysLocked<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  const lock = await Lock.take(path.join(dataFolder, 'key.lock'), `the key in ${dataFolder} is in use`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

export function fileIn(dataFolder: string): string {
  return path.join(dataFolder, serversFile);
}
