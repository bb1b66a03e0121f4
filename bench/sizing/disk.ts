import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { figure } from '../report/table.ts';
import type { Servers } from '../systems/servers.ts';

/** Bytes on disk. */
export interface Disk {
  readonly inbox: number;
  readonly tables: number;
  readonly appendOnly: number;
}

export async function diskOf({ folder, database }: Servers): Promise<Disk> {
  const { name } = (await database.raw('SELECT DATABASE() AS name'))[0][0];
  const files = await readdir(path.join(folder, 'mysql', name));
  const sizes = await Promise.all(
    files
      .filter((file) => file.endsWith('.ibd'))
      .map(async (file) => ({ file, size: (await stat(path.join(folder, 'mysql', name, file))).size })),
  );
  const sum = (isCounted: (file: string) => boolean) =>
    sizes.filter(({ file }) => isCounted(file)).reduce((total, { size }) => total + size, 0);
  return {
    inbox: sum(isInbox),
    tables: sum((file) => !isInbox(file)),
    appendOnly: await appendedBytes(folder),
  };
}

const isInbox = (file: string) => file === 'inbox.ibd';

async function appendedBytes(folder: string): Promise<number> {
  const files = await readdir(path.join(folder, 'redis'), { recursive: true, withFileTypes: true });
  const appended = files.filter((file) => file.isFile() && file.name.includes('.aof'));
  const sizes = await Promise.all(appended.map((file) => stat(path.join(file.parentPath, file.name))));
  return sizes.reduce((total, { size }) => total + size, 0);
}

/** Returns the growth in kilobytes per 1,000 calls, as text. */
export async function grown(servers: Servers, before: Disk, calls: number): Promise<string[]> {
  const after = await diskOf(servers);
  return (['inbox', 'tables', 'appendOnly'] as const).map((what) =>
    figure((after[what] - before[what]) / calls),
  );
}
