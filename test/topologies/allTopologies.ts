import { GaleraCluster } from './galera/galeraCluster.ts';
import { galeraFaults } from './galera/galeraFaults.ts';
import { hostsTopology } from './hosts/hostsTopology.ts';
import { onRedisCluster } from './redisClusterTopology.ts';
import { SemiSyncCluster, semiSyncFaults } from './semiSync/semiSyncCluster.ts';
import { behindSentinel } from './sentinelTopology.ts';
import { type RunnableTopology, runnable } from './topology.ts';

/** Each is started, and ended, on its own. */
export const allTopologies: readonly RunnableTopology[] = [
  runnable(onRedisCluster),
  runnable(behindSentinel),
  runnable(hostsTopology),
  runnable({ name: 'Galera behind HAProxy', start: () => GaleraCluster.start(), faults: galeraFaults }),
  runnable({
    name: 'MySQL, semi-synchronous',
    start: () => SemiSyncCluster.start(),
    faults: semiSyncFaults,
  }),
];
