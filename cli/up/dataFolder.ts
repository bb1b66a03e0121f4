import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSettings, type Settings } from '../../shared/settings.ts';
import { demoFile, readEnvironmentFile, serversFile } from '../environment.ts';
import type { ServerUrls } from './servers.ts';

export type UpSettings = Settings & { readonly secretKey: Buffer };

/** The settings of `up`: servers only from the environment, since those of an earlier run are gone. */
export function upSettings(): UpSettings {
  const settings = readSettings(process.env);
  return { ...settings, secretKey: settings.secretKey ?? keptKey(settings.dataFolder) ?? randomBytes(32) };
}

/** The key of the first start: without it, no secret in the database could be read any more. */
function keptKey(dataFolder: string): Buffer | undefined {
  const { COUNTERFOIL_SECRET_KEY: key } = readEnvironmentFile(path.join(dataFolder, serversFile));
  return key ? Buffer.from(key, 'base64') : undefined;
}

/** Makes the folder on the first start; rejects when it can't be written. */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await access(dataFolder, constants.W_OK | constants.X_OK);
}

/** Lets the other commands find the servers. */
export async function writeServersFile(
  { dataFolder, secretKey }: UpSettings,
  urls: ServerUrls,
): Promise<void> {
  const variables = {
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
  };
  await writePrivately(path.join(dataFolder, serversFile), variables);
}

/** Lets the next start go on with the key that a restored database was written with. */
export async function writeKey(dataFolder: string, secretKey: Buffer): Promise<void> {
  await writePrivately(path.join(dataFolder, serversFile), {
    COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
  });
}

/** Lets the other commands, and people, find the demo account. */
export async function writeDemoFile(
  dataFolder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  await writePrivately(path.join(dataFolder, demoFile), variables);
}

/** Whole or not at all, and for the owner's eyes only. */
async function writePrivately(file: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const text = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text.join(''), { mode: 0o600 });
  await rename(draft, file);
}
