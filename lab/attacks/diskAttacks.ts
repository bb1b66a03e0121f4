import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SmallDisk } from '../../test/support/smallDisk.ts';
import { until } from '../../test/support/until.ts';
import { filling, startDiskCluster } from '../faults/diskFaults.ts';
import { ProxiedCluster } from '../faults/proxiedCluster.ts';
import { type Attack, attackCluster, type Ground, type LoadedAttack, Skipped } from './attack.ts';

const noDisk = 'this user may not mount a disk';

/** Fills the disk of one server. */
function fullUnder(server: 'database' | 'redis', attack: Omit<LoadedAttack, 'harm'>): Attack {
  const run = async (ground: Ground) => {
    const on = await startDiskCluster(ground.databaseEngine, server);
    if (!on) throw new Skipped(noDisk);
    try {
      return await attackCluster(
        on.cluster,
        { ...attack, harm: (harm) => filling(on.disk)(harm).then(() => undefined) },
        ground,
      );
    } finally {
      await on.stop();
    }
  };
  return { ...attack, run };
}

const megabytesForLogs = 8;
/** Milliseconds that the disk of the logs stays full. */
const fullMs = 3_000;

const fullUnderLogs: Omit<LoadedAttack, 'harm'> = {
  name: 'disk full under the logs',
  done: 'gateways and workers log every request to a full disk for 3 s, then there is room again',
  holds: 'no call fails; every process logs again by itself, and says how much it could not log',
};

async function attackLogs(ground: Ground): Promise<string> {
  const disk = await SmallDisk.mount(megabytesForLogs);
  if (!disk) throw new Skipped(noDisk);
  const { databaseEngine } = ground;
  const env = { LOG_LEVEL: 'debug' };
  const cluster = await ProxiedCluster.start({ databaseEngine, env, logFolder: disk.folder });
  const harm = async () => {
    await disk.fill();
    await delay(fullMs);
    await disk.free();
    await until(async () => (await silentLogs(disk.folder)).length === 0);
    return `${(await logsOf(disk.folder)).length} logs continued`;
  };
  try {
    return await attackCluster(cluster, { ...fullUnderLogs, harm }, ground);
  } finally {
    await disk.free();
    await cluster.stop();
    await disk.unmount();
  }
}

async function logsOf(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.log'));
}

/** Logs that do not say yet how much they lack. */
async function silentLogs(folder: string): Promise<readonly string[]> {
  const names = await logsOf(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return names.filter((_, index) => !texts[index]?.includes('"event":"log_incomplete"'));
}

export const diskAttacks: readonly Attack[] = [
  fullUnder('database', {
    name: 'disk full under the database',
    done: 'the disk of the database is full for 3 s, that of Redis is not',
    holds: 'writes wait until there is room, at most until their deadline',
    mayFailWith: [504],
  }),
  fullUnder('redis', {
    name: 'disk full under Redis',
    done: 'the disk of the append-only file is full for 3 s, so Redis refuses writes (MISCONF)',
    holds: 'calls wait until there is room, or are rejected with 503; nothing is lost or done twice',
    mayFailWith: [503, 504],
  }),
  { ...fullUnderLogs, run: attackLogs },
];
