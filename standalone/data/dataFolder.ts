import { randomBytes } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../shared/process/explain.ts';
import { demoFile } from '../../shared/settings/environment.ts';
import { readSettings, type Settings } from '../../shared/settings/settings.ts';
import { fileIn, type KeptKeys, keptKeys } from './keptKeys.ts';
import { writeExports } from './writePrivately.ts';

/** `hasNewKey`: no key was given or kept, so a new one was generated. */
export type UpSettings = Settings & KeptKeys & { readonly hasNewKey?: boolean };

/**
 * The settings of `up`. The addresses of servers come from the environment only, since the private servers of an earlier run
 * are gone. The secret key of the first start is kept in the data folder: no other key can read the secrets in the database.
 * Throws an `OperatorError` when the environment has another key.
 */
export function upSettings(): UpSettings {
  const settings = readSettings(process.env);
  const { dataFolder, secretKey: given } = settings;
  const kept = keptKeys(dataFolder);
  if (!kept) return { ...settings, secretKey: given ?? randomBytes(32), hasNewKey: !given };
  if (given && !given.equals(kept.secretKey)) throw new OperatorError(otherKey(dataFolder));
  return { ...settings, ...kept };
}

function otherKey(dataFolder: string): string {
  const fixes = `unset it to use the kept key, or set COUNTERFOIL_DATA to another folder`;
  return `COUNTERFOIL_SECRET_KEY differs from the key in ${fileIn(dataFolder)}: ${fixes}. \`counterfoil key rotate\` replaces a key`;
}

/** Makes the folder on the first start; rejects when it can't be written. */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await access(dataFolder, constants.W_OK | constants.X_OK);
}

/** Writes the address and credentials of the demo account, for the other commands and for people. */
export async function writeDemoFile(
  dataFolder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  await writeExports(path.join(dataFolder, demoFile), variables);
}
