import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { type Finding, fatal, ok, skipped, warn } from './finding.ts';

const gigabyte = 1_073_741_824;
/** Both the database and Redis stop writing on a full disk. */
const fewBytes = 5 * gigabyte;
const minBytes = gigabyte / 2;

/** Checks the disk of the private servers of `up`; other servers have their own disks. */
export async function checkDisk(dataFolder: string): Promise<readonly Finding[]> {
  return [await diskFinding(dataFolder)];
}

async function diskFinding(dataFolder: string): Promise<Finding> {
  if (!existsSync(dataFolder)) return skipped('disk', `the data folder ${dataFolder} does not exist`);
  const { bavail, bsize } = await statfs(dataFolder);
  const free = bavail * bsize;
  const message = `${(free / gigabyte).toFixed(1)} GB free for ${dataFolder}`;
  if (free < minBytes) return fatal('disk', message, 'free some disk space now');
  return free < fewBytes ? warn('disk', message, 'free some disk space') : ok('disk', message);
}
