import { accountSetFaults } from './accountSetFaults.ts';
import { hostSetFaults } from './hostSetFaults.ts';
import { processSetFaults } from './processSetFaults.ts';
import { serverSetFaults } from './serverSetFaults.ts';
import type { SetFault } from './setFault.ts';

/** Healthy sets: each has a load and a mix of accounts of its own, drawn by the seed. */
const controls: readonly SetFault[] = Array.from({ length: 6 }, (_, at) => ({
  name: `control ${at + 1}`,
  expected: ['none'],
  harm: async () => ({ undo: () => {} }),
}));

export const allSetFaults: readonly SetFault[] = [
  ...processSetFaults,
  ...serverSetFaults,
  ...hostSetFaults,
  ...accountSetFaults,
  ...controls,
];
