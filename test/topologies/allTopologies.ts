import { GaleraCluster } from './galera/galeraCluster.ts';
import { galeraFaults } from './galera/galeraFaults.ts';
import { type RunnableTopology, runnable } from './topology.ts';

/** Each is started, and ended, on its own. */
export const allTopologies: readonly RunnableTopology[] = [
  runnable({ name: 'Galera behind HAProxy', start: () => GaleraCluster.start(), faults: galeraFaults }),
];
