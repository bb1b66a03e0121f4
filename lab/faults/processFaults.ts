import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import type { FaultCluster } from './faultCluster.ts';

/** Milliseconds that a process is frozen: longer than the locks of its jobs last. */
const frozenMs = 3_000;

type RoleFault = Fault<FaultCluster>;

type Named = Pick<RoleFault, 'guarantee' | 'name' | 'promise'>;

function workerFrozen(
  named: Named,
  { forMs, recoveryMs }: { readonly forMs: number; readonly recoveryMs: number },
): RoleFault {
  const harm: RoleFault['harm'] = async ({ cluster, draw, mark }) => {
    const worker = draw.one(cluster.workers);
    mark();
    worker.signal('SIGSTOP');
    await delay(forMs);
    worker.signal('SIGCONT');
  };
  return { ...named, recoveryMs, harm };
}

/** Gateways and workers that are killed, frozen or restarted. */
export const processFaults: readonly RoleFault[] = [
  {
    guarantee: 'worker-killed',
    name: 'worker killed',
    promise: 'another one takes its calls over',
    recoveryMs: 4_000,
    harm: async ({ cluster, draw, mark }) => {
      const worker = draw.one(cluster.workers);
      mark();
      worker.signal('SIGKILL');
      await delay(100);
      await worker.ready();
    },
  },
  workerFrozen(
    {
      guarantee: 'worker-frozen',
      name: 'worker frozen and back',
      promise: 'another one takes its calls over, and nothing happens twice',
    },
    { forMs: frozenMs, recoveryMs: 4_000 },
  ),
  workerFrozen(
    {
      guarantee: 'worker-frozen',
      name: 'worker frozen for longer than calls may take',
      promise: 'the database ends its transaction, and another one takes its calls over',
    },
    { forMs: 14_000, recoveryMs: 8_000 },
  ),
  {
    guarantee: 'gateway-killed',
    name: 'gateway killed',
    promise: 'its connections break, and repeats with the same key have one effect',
    mayBreak: true,
    harm: async ({ cluster, draw, mark }) => {
      const gateway = draw.one(cluster.gateways);
      mark();
      gateway.signal('SIGKILL');
      await delay(100);
      await gateway.ready();
    },
  },
  {
    guarantee: 'gateway-frozen',
    name: 'gateway frozen and back',
    promise: 'its calls are answered when it is back, within the deadline',
    recoveryMs: 3_000,
    harm: async ({ cluster, draw, mark }) => {
      const gateway = draw.one(cluster.gateways);
      gateway.signal('SIGSTOP');
      await delay(frozenMs);
      mark();
      gateway.signal('SIGCONT');
    },
  },
  {
    guarantee: 'rolling-restart',
    name: 'rolling restart',
    promise: 'no call fails',
    harm: async ({ cluster, mark }) => {
      mark();
      for (const role of [...cluster.gateways, ...cluster.workers]) await role.restart();
    },
  },
];
