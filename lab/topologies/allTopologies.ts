import { allFaults, roleFaults } from '../faults/allFaults.ts';
import { ProxiedCluster } from '../faults/proxiedCluster.ts';
import { GaleraCluster } from './galera/galeraCluster.ts';
import { galeraFaults } from './galera/galeraFaults.ts';
import { hostsTopology } from './hosts/hostsTopology.ts';
import { onRedisCluster } from './redisClusterTopology.ts';
import { SemiSyncCluster, semiSyncFaults } from './semiSync/semiSyncCluster.ts';
import { behindSentinel } from './sentinelTopology.ts';
import { type RunnableTopology, runnable } from './topology.ts';

/** Each is started, and ended, on its own. */
export const allTopologies: readonly RunnableTopology[] = [
  runnable({
    name: 'MariaDB',
    start: () => ProxiedCluster.start({ databaseEngine: 'mariadb' }),
    faults: allFaults,
  }),
  runnable({
    name: 'MySQL',
    start: () => ProxiedCluster.start({ databaseEngine: 'mysql' }),
    faults: allFaults,
  }),
  runnable({
    name: 'Galera behind HAProxy',
    start: () => GaleraCluster.start(),
    faults: [...galeraFaults, ...roleFaults],
  }),
  runnable(onRedisCluster),
  runnable(behindSentinel),
  runnable(hostsTopology),
  runnable({
    name: 'MySQL, semi-synchronous',
    start: () => SemiSyncCluster.start(),
    faults: semiSyncFaults,
  }),
];
