import { open, rm } from 'node:fs/promises';
import type { Account } from './account.ts';

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
