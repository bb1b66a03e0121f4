import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder that appears complete or not at all: it is filled under a temporary name and then renamed. If two processes
 * create it at once, the first wins and the other's work is deleted.
 */
export async function makeFolder(folder: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  await removeAbandoned(folder);
  const temporary = `${folder}.${process.pid}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await mkdir(temporary, { recursive: true });
    await fill(temporary);
    await rename(temporary, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const prefix = `${path.basename(folder)}.`;
  const siblings = await readdir(parent).catch(() => []);
  const partial = siblings.filter((name) => name.startsWith(prefix) && name.endsWith('.partial'));
  const abandoned = partial.filter((name) => !isAlive(Number(name.slice(prefix.length).split('.')[0])));
  await Promise.all(abandoned.map((name) => rm(path.join(parent, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
