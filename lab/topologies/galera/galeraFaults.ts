import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../test/support/until.ts';
import type { Fault } from '../../faults/fault.ts';
import type { GaleraCluster } from './galeraCluster.ts';
import type { GaleraNode } from './galeraNode.ts';

type GaleraFault = Fault<GaleraCluster>;

/**
 * Milliseconds: longer than it takes to expel a node. One that comes back earlier, with another identity, disturbs the others while
 * they expel it, so that they may lose their majority for some seconds. Debian's unit of MariaDB waits as long (`RestartSec`).
 */
const awayMs = 5_000;

const promise = 'another node becomes the writer, and sets run again';
const recoveryMs = 4_000;

export const writerKilled: GaleraFault = {
  guarantee: 'writer-failover',
  name: 'writer killed',
  promise,
  recoveryMs,
  harm: async ({ cluster, mark }) => {
    const [writer, ...others] = cluster.servers.nodes as [GaleraNode, ...GaleraNode[]];
    mark();
    await writer.kill();
    await until(async () => others.includes((await cluster.servers.writer()) as GaleraNode));
    await delay(awayMs);
    await writer.start();
    await cluster.firstWrites();
  },
};

const writerFrozen: GaleraFault = {
  guarantee: 'writer-failover',
  name: 'writer frozen and back',
  promise,
  recoveryMs,
  harm: async ({ cluster, mark }) => {
    const [writer] = cluster.servers.nodes as [GaleraNode];
    mark();
    writer.signal('SIGSTOP');
    await delay(awayMs);
    writer.signal('SIGCONT');
    await cluster.firstWrites();
  },
};

const writerCutOff: GaleraFault = {
  guarantee: 'writer-failover',
  name: 'writer cut off from the other nodes',
  promise,
  recoveryMs,
  harm: async ({ cluster, mark }) => {
    const [writer] = cluster.servers.nodes as [GaleraNode];
    mark();
    await writer.query(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'`);
    await delay(awayMs);
    await writer.query(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'`);
    await cluster.firstWrites();
  },
};

const otherKilled: GaleraFault = {
  guarantee: 'writer-failover',
  name: 'another node killed',
  promise: 'calls wait until it is expelled',
  recoveryMs,
  harm: async ({ cluster, draw, mark }) => {
    const node = draw.one(cluster.servers.nodes.slice(1));
    mark();
    await node.kill();
    await delay(awayMs);
    await node.start();
  },
};

const nodesRestarted: GaleraFault = {
  guarantee: 'writer-failover',
  name: 'all nodes restarted, one after the other',
  promise: 'no call fails',
  recoveryMs,
  harm: async ({ cluster, mark }) => {
    mark();
    for (const node of cluster.servers.nodes) {
      await node.stop();
      await node.start();
      await cluster.firstWrites();
    }
  },
};

const proxyKilled: GaleraFault = {
  guarantee: 'writer-failover',
  name: 'proxy killed and started again',
  promise: 'calls wait for it',
  recoveryMs,
  harm: async ({ cluster, mark }) => {
    await cluster.servers.proxy.kill();
    await delay(500);
    await cluster.servers.proxy.start();
    mark();
    await cluster.firstWrites();
  },
};

export const galeraFaults: readonly GaleraFault[] = [
  writerKilled,
  writerFrozen,
  writerCutOff,
  otherKilled,
  nodesRestarted,
  proxyKilled,
];
