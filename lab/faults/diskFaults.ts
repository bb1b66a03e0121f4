import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseEngine } from '../../shared/runtime/settings/settings.ts';
import { SmallDisk } from '../../test/support/smallDisk.ts';
import type { Fault } from './fault.ts';
import { ProxiedCluster } from './proxiedCluster.ts';

/** Room for fresh servers and some minutes of load. */
const megabytes = 700;

/** Milliseconds that the disk stays full. */
const fullMs = 3_000;

/** The fault without its harm, which needs the disk. */
export const fullDisk = {
  guarantee: 'disk-full',
  name: 'disk of both servers full',
  promise: 'calls wait until there is room, and get 504 after their deadline',
  mayFailWith: [504],
  recoveryMs: 5_000,
} as const;

/** Servers that have their data on the disk that can be filled. */
type OnDisk = 'servers' | 'database' | 'redis';

/** A cluster with data on a disk that can be filled. */
interface DiskCluster {
  readonly cluster: ProxiedCluster;
  readonly disk: SmallDisk;
  readonly fault: Fault;
  stop(): Promise<void>;
}

/** Starts a cluster, both of whose servers are on the disk unless one is named; `undefined` where this user may not mount a disk. */
export async function startDiskCluster(
  databaseEngine?: DatabaseEngine,
  onDisk: OnDisk = 'servers',
): Promise<DiskCluster | undefined> {
  const disk = await SmallDisk.mount(megabytes);
  if (!disk) return undefined;
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'counterfoil-faults-'));
  await chmod(elsewhere, 0o755);
  const cluster = await ProxiedCluster.start({
    dataFolder: await dataFolderOn(disk.folder, elsewhere, onDisk),
    ...(databaseEngine && { databaseEngine }),
  });
  const stop = async () => {
    await disk.free();
    await cluster.stop();
    await disk.unmount();
    await rm(elsewhere, { recursive: true });
  };
  return { cluster, disk, fault: { ...fullDisk, harm: filling(disk) }, stop };
}

/** The data folder of a cluster, some of it on the disk. The folder of Redis may be a link; that of the database is renamed. */
async function dataFolderOn(disk: string, elsewhere: string, onDisk: OnDisk): Promise<string> {
  const [folder, other] = onDisk === 'redis' ? [elsewhere, disk] : [disk, elsewhere];
  const dataFolder = path.join(folder, 'data');
  if (onDisk === 'servers') return dataFolder;
  await mkdir(dataFolder);
  await mkdir(path.join(other, 'redis'));
  // Under root, Redis runs as another user, to whom only the link would be given.
  await chmod(path.join(other, 'redis'), 0o777);
  await symlink(path.join(other, 'redis'), path.join(dataFolder, 'redis'));
  return dataFolder;
}

export function filling(disk: SmallDisk): Fault['harm'] {
  return async ({ mark }) => {
    await disk.fill();
    await delay(fullMs);
    await disk.free();
    mark();
  };
}
