import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { byteSize } from '../../shared/contract/values/byteSize.ts';
import { explain } from '../../shared/runtime/process/explain.ts';
import { environment, isSet, settings } from '../../shared/runtime/settings/environment.ts';
import { givenKeys } from '../../shared/secrets/keyRing.ts';
import { type Finding, fatal, ok, skipped, warn } from '../findings.ts';
import { checkDatabase } from './database.ts';
import { checkRedis } from './redis.ts';
import { checkSettings } from './settings.ts';

/** Checks what roles need on this machine. Wrong settings are the only finding: nothing else can be checked. */
export async function examine(): Promise<readonly Finding[]> {
  const node = checkNode(process.version);
  try {
    const { databaseUrl, redisUrl, dataFolder, ...given } = settings();
    const [database, redis, disk] = await Promise.all([
      checkDatabase(databaseUrl, givenKeys(given), !isSet('DATABASE_URL')),
      checkRedis(redisUrl),
      checkDisk(dataFolder),
    ]);
    return [node, ...checkSettings(environment()), ...database, ...redis, disk];
  } catch (error) {
    return [node, fatal('settings', explain(error))];
  }
}

/**
 * The first releases without CVE-2026-21717: strings of digits, chosen to collide in V8's string table, slow a gateway down.
 */
const fixedIn: Readonly<Record<number, readonly [minor: number, patch: number]>> = {
  20: [20, 2],
  22: [22, 2],
  24: [14, 1],
};

/**
 * Warns if a release of Node, such as `v20.20.2`, has a known weakness. A distribution may have fixed it in an older release.
 */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [fixedMinor, fixedPatch] = fixedIn[major] ?? [0, 0];
  if (minor > fixedMinor || (minor === fixedMinor && patch >= fixedPatch)) return ok('node', version);
  return warn(
    'node',
    `${version} has CVE-2026-21717, unless its distributor fixed it`,
    `use ${major}.${fixedMinor}.${fixedPatch} or newer`,
  );
}

const gibibyte = 1_073_741_824;
/** The least free space before a warning: the database and Redis stop writing on a full disk. */
const warnedBytes = 5 * gibibyte;
const fatalBytes = gibibyte / 2;

/** Checks the disk of the private servers of `up`; other servers have their own disks. */
async function checkDisk(dataFolder: string): Promise<Finding> {
  if (!existsSync(dataFolder)) return skipped('disk', `the data folder ${dataFolder} does not exist`);
  const { bavail, bsize } = await statfs(dataFolder);
  const free = bavail * bsize;
  const message = `${byteSize(free)} free for ${dataFolder}`;
  if (free < fatalBytes) return fatal('disk', message, 'free some disk space now');
  return free < warnedBytes ? warn('disk', message, 'free some disk space') : ok('disk', message);
}
