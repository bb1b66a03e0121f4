import { open, rm, stat } from 'node:fs/promises';
import type { Account } from './system/launch.ts';
import { run, succeeds } from './system/run.ts';

const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * Returns the user that servers run as: the current one, unless that is root. Under root, it is the owner of the data folder,
 * or `nobody` if root owns it. It is root only if that user can't reach one of the paths (a home of mode 700).
 */
export async function serverAccount(dataFolder: string, binaries: readonly string[]): Promise<Account> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const { uid, gid } = await stat(dataFolder);
  const unprivileged = uid === 0 ? nobody : { uid, gid };
  const reaches = (path: string) => succeeds('test', ['-x', path], unprivileged);
  return (await Promise.all([dataFolder, ...binaries].map(reaches))).every(Boolean) ? unprivileged : own;
}

/** Makes the account the owner of a folder and its files. An earlier start may have used another account. */
export async function giveFolder(folder: string, account: Account): Promise<void> {
  if ((await stat(folder)).uid === account.uid) return;
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}

/**
 * Writes a file that only the account can read; secrets on a command line would show in the process list. Always creates a new
 * file: root must not follow a link that the account may have put into its own folder.
 */
export async function writeSecretFile(path: string, text: string, account: Account): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    if (process.getuid?.() === 0) await file.chown(account.uid, account.gid);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
