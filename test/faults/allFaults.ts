import type { Fault } from './fault.ts';
import { networkFaults } from './networkFaults.ts';
import { processFaults } from './processFaults.ts';
import { serverFaults } from './serverFaults.ts';
import { workerFaults } from './workerFaults.ts';

/** Every fault that is injected, in the order of the results in docs/guarantees.md. */
export const allFaults: readonly Fault[] = [
  ...processFaults,
  ...workerFaults,
  ...serverFaults,
  ...networkFaults,
];
