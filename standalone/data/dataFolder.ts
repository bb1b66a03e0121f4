import { randomBytes } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../shared/process/explain.ts';
import { demoFile } from '../../shared/settings/environment.ts';
import { readSettings, type Settings } from '../../shared/settings/settings.ts';
import { fileIn, type KeptKeys, keptKeys } from './keptKeys.ts';
import { writePrivately } from './writePrivately.ts';

/** `hasNewKey`: no key was given or kept, so one was made. */
export type UpSettings = Settings & KeptKeys & { readonly hasNewKey?: boolean };

/**
 * The settings of `up`: servers only from the environment, since those of an earlier run are gone. The key of the first
 * start is kept: without it, no secret in the database could be read any more. Throws an `OperatorError` when another one
 * is given.
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
  const waysOut = `unset it to go on with the kept key (\`counterfoil key rotate\` replaces that), or set COUNTERFOIL_DATA to another folder`;
  return `COUNTERFOIL_SECRET_KEY is another key than the one kept in ${fileIn(dataFolder)}: ${waysOut}`;
}

/** Makes the folder on the first start; rejects when it can't be written. */
export async function prepareDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await access(dataFolder, constants.W_OK | constants.X_OK);
}

/** Lets the other commands, and people, find the demo account. */
export async function writeDemoFile(
  dataFolder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  await writePrivately(path.join(dataFolder, demoFile), variables);
}
