import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endAll } from './running.ts';
import { binariesFolder } from './servers.ts';

const folders: string[] = [];

/** A folder for one test; root's servers run as nobody, who must be able to reach it. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-cli-'));
  folders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

/** An empty data folder, save that the servers' binaries need not be downloaded again. */
export async function dataFolder(): Promise<string> {
  const folder = await emptyFolder();
  await symlink(binariesFolder, path.join(folder, 'binaries'));
  return folder;
}

/** Ends what tests started and removes what they wrote. Must be called at their end. */
export async function cleanUp(): Promise<void> {
  await endAll();
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}
