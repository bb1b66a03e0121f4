import { stopCluster } from './cluster.ts';
import { startServers, stopServers } from './servers.ts';

/** Mocha runs these once around all tests. */
export async function mochaGlobalSetup(): Promise<void> {
  await startServers();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stopCluster();
  await stopServers();
  // What a test left open would keep the process for ever.
  setTimeout(() => process.exit(), 10_000).unref();
}

// Everything has ended by then. Left to itself, Node 20 may spin for ever where it cleans up after sockets that were reset.
process.once('beforeExit', () => process.exit());
