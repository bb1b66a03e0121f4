import type { Topology } from '../topology.ts';
import { hostFaults } from './hostFaults.ts';
import { HostsCluster } from './hostsCluster.ts';

/** A gateway and a worker on each of two hosts, with networks that break. Only root may make them. */
export const hostsTopology: Topology<HostsCluster> = {
  name: 'Two hosts',
  start: () => HostsCluster.start(),
  faults: hostFaults,
};
