import { open, rm, stat } from 'node:fs/promises';
import type { Account } from '../system/launch.ts';
import { run, succeeds } from '../system/run.ts';

const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * Whom servers run as. Root hands them to the owner of the data folder or, when that is root too, to nobody,
 * unless they cannot reach one of the paths (a home of mode 700); everyone else runs them as themselves.
 */
export async function serverAccount(dataFolder: string, binaries: readonly string[]): Promise<Account> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const { uid, gid } = await stat(dataFolder);
  const unprivileged = uid === 0 ? nobody : { uid, gid };
  const reaches = (path: string) => succeeds('test', ['-x', path], unprivileged);
  return (await Promise.all([dataFolder, ...binaries].map(reaches))).every(Boolean) ? unprivileged : own;
}

/** Hands a folder with all it holds to the account; an earlier start may have used another one. */
export async function giveFolder(folder: string, account: Account): Promise<void> {
  if ((await stat(folder)).uid === account.uid) return;
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}

/**
 * Writes a file that only the account can read; secrets on a command line would show in the process list.
 * Always a new file: root must not follow a link that the account may have laid in its own folder.
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
