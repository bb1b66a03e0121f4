import { open, rm, stat } from 'node:fs/promises';
import type { SystemUser } from './system/launch.ts';
import { run, succeeds } from './system/run.ts';

const nobody: SystemUser = { uid: 65534, gid: 65534 };

/**
 * Returns the user that servers run as: the current one, unless that is root. Under root, it is the owner of the data folder,
 * or `nobody` if root owns it. It is root only if that user can't reach one of the paths (a home of mode 700).
 */
export async function serverUser(dataFolder: string, binaries: readonly string[]): Promise<SystemUser> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const { uid, gid } = await stat(dataFolder);
  const unprivileged = uid === 0 ? nobody : { uid, gid };
  const reaches = (path: string) => succeeds('test', ['-x', path], unprivileged);
  return (await Promise.all([dataFolder, ...binaries].map(reaches))).every(Boolean) ? unprivileged : own;
}

/** Makes the user the owner of a folder and its files. An earlier start may have used another user. */
export async function giveFolder(folder: string, systemUser: SystemUser): Promise<void> {
  if ((await stat(folder)).uid === systemUser.uid) return;
  await run('chown', ['-R', `${systemUser.uid}:${systemUser.gid}`, folder]);
}

/**
 * Writes a file that only the user can read; secrets on a command line would show in the process list. Always creates a new
 * file: root must not follow a link that the user may have put into its own folder.
 */
export async function writeSecretFile(path: string, text: string, systemUser: SystemUser): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    if (process.getuid?.() === 0) await file.chown(systemUser.uid, systemUser.gid);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
