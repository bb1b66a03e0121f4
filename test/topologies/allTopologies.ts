import type { RunnableTopology } from './topology.ts';

/** Each is started, and ended, on its own. */
export const allTopologies: readonly RunnableTopology[] = [];
