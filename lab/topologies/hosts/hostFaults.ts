import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { until } from '../../../test/support/until.ts';
import type { Fault, Harm } from '../../faults/fault.ts';
import type { Host, HostNetwork } from './hostNetwork.ts';
import type { HostsCluster } from './hostsCluster.ts';

type HostFault = Fault<HostsCluster>;
type HostHarm = Harm<HostsCluster>;

/** Milliseconds for which a host is cut off: longer than a connection may be silent, shorter than a call may take. */
const cutMs = 6_000;

/** Milliseconds, more than a call may take. */
const longCutMs = 14_000;

/** Milliseconds of a slow and lossy link. */
const slowMs = 6_000;

const guarantee = 'hosts-apart';

/** True if the gateway of a host says that it is ready; a gateway that does not answer is not. */
async function isReady({ ports }: HostsCluster, side: number, { address }: Host): Promise<boolean> {
  const dispatcher = new Agent({ headersTimeout: 1_000, connectTimeout: 1_000 });
  try {
    const { statusCode, body } = await request(`http://${address}:${ports[side]}/readyz`, { dispatcher });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  } finally {
    await dispatcher.destroy();
  }
}

interface Cut {
  readonly side: 0 | 1;
  readonly servers: readonly ('redis' | 'database')[];
  readonly forMs: number;
}

/** Cuts a host off from servers, and checks what both gateways say of themselves. */
async function cutOff({ cluster, mark }: HostHarm, { side, servers, forMs }: Cut): Promise<void> {
  const { network } = cluster;
  const [host, other] = [network.hosts[side], network.hosts[1 - side] as Host];
  const repairs = servers.map((server) => network.cut(host.address, network[server]));
  const end = delay(forMs);
  try {
    expectApart(network, host, servers);
    // A gateway needs Redis; without the database, workers of other hosts run its calls.
    if (servers.includes('redis')) await until(async () => !(await isReady(cluster, side, host)));
    await end;
    if (!(await isReady(cluster, 1 - side, other)))
      throw new Error(`the gateway of ${other.name} is not ready`);
    if (!servers.includes('redis') && !(await isReady(cluster, side, host)))
      throw new Error(`the gateway of ${host.name} is not ready`);
  } finally {
    for (const repair of repairs) repair();
  }
  mark();
  await until(() => isReady(cluster, side, host));
}

function expectApart(network: HostNetwork, host: Host, servers: Cut['servers']): void {
  for (const server of ['redis', 'database'] as const) {
    const isCut = servers.includes(server);
    // A busy machine takes a second to start the program that tries.
    if (network.reaches(host, network[server], isCut ? 1 : 10) === isCut)
      throw new Error(`the network between ${host.name} and ${server} is not as it should be`);
  }
}

/** Makes the link of a host slow and lossy, and checks that packets were lost. */
async function slowDown({ cluster: { network }, mark }: HostHarm, side: 0 | 1): Promise<void> {
  const repair = network.slow(network.hosts[side]);
  await delay(slowMs);
  const dropped = repair();
  mark();
  if (dropped === 0) throw new Error('no packet was dropped');
}

async function partHosts({ cluster: { network }, mark }: HostHarm): Promise<void> {
  const [a, b] = network.hosts;
  const repair = network.cut(a.address, b.address);
  await delay(cutMs);
  repair();
  mark();
}

function faultsOf(side: 0 | 1, name: string): readonly HostFault[] {
  return [
    {
      guarantee,
      name: `${name} loses Redis`,
      promise: 'its gateway is not ready, calls go through the other host, and nothing runs twice',
      harm: (harm) =>
        cutOff(harm, {
          side,
          servers: ['redis'],
          forMs: cutMs,
        }),
    },
    {
      guarantee,
      name: `${name} loses the database`,
      promise: 'its gateway stays ready, workers of the other host run its calls',
      harm: (harm) =>
        cutOff(harm, {
          side,
          servers: ['database'],
          forMs: cutMs,
        }),
    },
    {
      guarantee,
      name: `${name} loses Redis and the database`,
      promise: 'its gateway is not ready, calls go through the other host, and nothing runs twice',
      harm: (harm) =>
        cutOff(harm, {
          side,
          servers: ['redis', 'database'],
          forMs: cutMs,
        }),
    },
    {
      guarantee,
      name: `${name} loses Redis and the database for longer than calls may take`,
      promise: 'its calls get 504, and a repeat at the other host finds out what happened',
      mayFailWith: [503, 504],
      harm: (harm) =>
        cutOff(harm, {
          side,
          servers: ['redis', 'database'],
          forMs: longCutMs,
        }),
    },
    {
      guarantee,
      name: `${name} has a slow link that loses packets`,
      promise: 'calls take longer',
      harm: (harm) => slowDown(harm, side),
    },
  ];
}

/** Each host in turn loses Redis, the database and the other host, or has a bad network. */
export const hostFaults: readonly HostFault[] = [
  ...faultsOf(0, 'host A'),
  ...faultsOf(1, 'host B'),
  { guarantee, name: 'the hosts lose each other', promise: 'nobody notices', harm: partHosts },
];
