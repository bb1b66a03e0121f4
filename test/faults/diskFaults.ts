import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseEngine } from '../../shared/settings/settings.ts';
import type { Fault } from './fault.ts';
import { ProxiedCluster } from './proxiedCluster.ts';
import { SmallDisk } from './smallDisk.ts';

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

/** A cluster whose servers keep their data on a disk that can be filled. */
interface DiskCluster {
  readonly cluster: ProxiedCluster;
  readonly fault: Fault;
  stop(): Promise<void>;
}

/** Starts a cluster; `undefined` where this user may not mount a disk. */
export async function startDiskCluster(databaseEngine?: DatabaseEngine): Promise<DiskCluster | undefined> {
  const disk = await SmallDisk.mount(megabytes);
  if (!disk) return undefined;
  const cluster = await ProxiedCluster.start({
    dataFolder: path.join(disk.folder, 'data'),
    ...(databaseEngine && { databaseEngine }),
  });
  const harm: Fault['harm'] = async ({ mark }) => {
    await disk.fill();
    await delay(fullMs);
    await disk.free();
    mark();
  };
  const stop = async () => {
    await disk.free();
    await cluster.stop();
    await disk.unmount();
  };
  return { cluster, fault: { ...fullDisk, harm }, stop };
}
