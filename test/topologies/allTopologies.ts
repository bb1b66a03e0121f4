import { hostsTopology } from './hosts/hostsTopology.ts';
import { type RunnableTopology, runnable } from './topology.ts';

/** Each is started, and ended, on its own. */
export const allTopologies: readonly RunnableTopology[] = [runnable(hostsTopology)];
