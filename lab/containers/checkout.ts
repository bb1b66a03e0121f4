import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from './shell.ts';

/** Files that belong to an installation and not to a release: `git pull` leaves them alone. */
const kept = new Set(['.env', 'secrets']);

/** Puts the files of this checkout into a folder, changes included, as `git` would with umask 077. */
export async function layOutPresent(folder: string): Promise<void> {
  await clear(folder);
  const files = 'git ls-files --cached --others --exclude-standard -z';
  const copy = 'tar --create --null --files-from=- --ignore-failed-read 2>/dev/null';
  await shell(
    `${files} | ${copy} | (umask 077 && tar --extract --no-same-permissions --directory "$0")`,
    folder,
  );
}

async function clear(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => !kept.has(name));
  await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true })));
}

function shell(script: string, ...parameters: readonly string[]): Promise<string> {
  return run('bash', ['-o', 'pipefail', '-c', script, ...parameters]);
}
