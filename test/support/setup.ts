import { stopCluster, stopLeftClusters } from './cluster.ts';
import { stopHost } from './commandHost.ts';
import { endsWhenDone } from './endsWhenDone.ts';
import { startServers, stopServers } from './servers.ts';

/** Mocha runs these once around all tests. */
export async function mochaGlobalSetup(): Promise<void> {
  await startServers();
}

export async function mochaGlobalTeardown(): Promise<void> {
  stopHost();
  await stopLeftClusters();
  await stopCluster();
  await stopServers();
}

export { stopLeftClusters };

endsWhenDone();
