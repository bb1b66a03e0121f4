import { stopCluster } from './cluster.ts';
import { endsWhenDone } from './endsWhenDone.ts';
import { startServers, stopServers } from './servers.ts';

/** Mocha runs these once around all tests. */
export async function mochaGlobalSetup(): Promise<void> {
  await startServers();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stopCluster();
  await stopServers();
}

endsWhenDone();
