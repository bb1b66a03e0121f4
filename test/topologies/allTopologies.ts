import { hostsTopology } from './hosts/hostsTopology.ts';
import { onRedisCluster } from './redisClusterTopology.ts';
import { behindSentinel } from './sentinelTopology.ts';
import { type RunnableTopology, runnable } from './topology.ts';

/** Each is started, and ended, on its own. */
export const allTopologies: readonly RunnableTopology[] = [
  runnable(onRedisCluster),
  runnable(behindSentinel),
  runnable(hostsTopology),
];
