import { randomBytes } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { demoFile } from '../../shared/runtime/settings/environment.ts';
import { readSettings, type Settings } from '../../shared/runtime/settings/settings.ts';
import { fileIn, type KeptKeys, keptKeys } from './keptKeys.ts';
import { writeExports } from './writePrivately.ts';

/** `hasNewKey` says that a new key was generated, since none was given or kept. */
export type UpSettings = Settings & KeptKeys & { readonly hasNewKey?: boolean };

/**
 * Reads the settings of `up`. The addresses of servers come from the environment only, since the private servers of an earlier
 * run are gone. The data folder keeps the secret key of the first start: no other key can read the secrets in the database.
 * Throws an `OperatorError` if the environment has another key.
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
  const fixes = `unset it to use the kept key, or set COUNTERFOIL_DATA_DIR to another folder`;
  return `COUNTERFOIL_SECRET_KEY differs from the key in ${fileIn(dataFolder)}: ${fixes}. \`counterfoil key rotate\` replaces a key`;
}

/** Rejects if the folder is not writable. */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await access(dataFolder, constants.W_OK | constants.X_OK);
}

export async function writeDemoFile(
  dataFolder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  await writeExports(path.join(dataFolder, demoFile), variables);
}
