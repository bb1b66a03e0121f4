import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './settingFiles.ts';
import { readSettings, type Settings } from './settings.ts';

/** Files that `up` writes into the data folder for the other commands. */
export const serversFile = 'servers.env';
export const demoFile = 'demo.env';

/** Environment, completed by the files of a running `up`. */
export function environment(): Environment {
  const { dataFolder } = readSettings(process.env);
  const files = [serversFile, demoFile].map((name) => readEnvironmentFile(path.join(dataFolder, name)));
  const left: Environment = Object.assign({}, ...files);
  return { ...process.env, ...Object.fromEntries(Object.entries(left).filter(([name]) => !isSet(name))) };
}

/** True if the environment itself has the variable or its `_FILE`. Blank values do not count. */
export function isSet(name: string): boolean {
  return Boolean(process.env[name]?.trim() || process.env[`${name}_FILE`]?.trim());
}

export function settings(): Settings {
  return readSettings(environment());
}

export function readEnvironmentFile(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
