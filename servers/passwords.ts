import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedServersUnavailable } from './programs/program.ts';

export interface Passwords {
  readonly database: string;
  readonly redis: string;
}

/** Creates the data folder at the first start. Resolves to the passwords in its servers.json. */
export async function openDataFolder(dataFolder: string): Promise<Passwords> {
  try {
    await mkdir(dataFolder, { recursive: true });
    return await keptPasswords(path.join(dataFolder, 'servers.json'));
  } catch (error) {
    throw new EmbeddedServersUnavailable(
      `The data folder ${dataFolder} cannot be used by this user (${(error as Error).message}).`,
    );
  }
}

async function keptPasswords(file: string): Promise<Passwords> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Passwords;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await keepNewPasswords(file);
    return keptPasswords(file);
  }
}

/** A link appears complete or not at all, and the first of two processes wins. */
async function keepNewPasswords(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  const passwords: Passwords = { database: newPassword(), redis: newPassword() };
  await writeFile(draft, JSON.stringify(passwords), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
}

/** Uses only characters that need no quoting in URLs, SQL and configuration files. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}
