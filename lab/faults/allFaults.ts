import type { Fault } from './fault.ts';
import type { FaultCluster } from './faultCluster.ts';
import { networkFaults } from './networkFaults.ts';
import { processFaults } from './processFaults.ts';
import { serverFaults } from './serverFaults.ts';
import { serverProcessFaults } from './serverProcessFaults.ts';
import { workerFaults } from './workerFaults.ts';

/** Faults of gateways and workers, whatever their servers are. */
export const roleFaults: readonly Fault<FaultCluster>[] = [...processFaults, ...workerFaults];

/** Every fault that is injected on one database and one Redis, in the order of docs/results.md. */
export const allFaults: readonly Fault[] = [
  ...processFaults,
  ...serverProcessFaults,
  ...workerFaults,
  ...serverFaults,
  ...networkFaults,
];
