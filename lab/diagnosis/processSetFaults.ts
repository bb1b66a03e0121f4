import { createApp } from '../../admin/accounts.ts';
import { encryptSecret } from '../../shared/secrets/secrets.ts';
import { secretKey } from '../../test/support/cluster.ts';
import type { Started } from './faultedSet.ts';
import type { Harmed, Scene, SetFault } from './setFault.ts';

const workerRoles = ['worker article --lane interactive', 'worker customer --lane interactive'] as const;

function pidOf({ process: managed }: Started): string {
  return `PID ${managed.pid}`;
}

const gone = ['CounterfoilDown', 'CounterfoilNoWorker'];

/** Sends a signal to a process; the set is restarted afterwards if no remedy helped. */
function signalled(name: string, roleOf: (scene: Scene) => string, signal: NodeJS.Signals): SetFault {
  const harm = async (scene: Scene): Promise<Harmed> => {
    const { set } = scene;
    const victim = set.one(roleOf(scene));
    const named = pidOf(victim);
    victim.process.signal(signal);
    if (signal === 'SIGKILL' || signal === 'SIGPWR') set.forget(victim);
    return { named, undo: () => set.restart() };
  };
  return { name, expected: ['process'], alerts: gone, harm };
}

const drawnWorker = ({ draw }: Scene) => draw.one(workerRoles);
const gateway = () => 'gateway';

export const processSetFaults: readonly SetFault[] = [
  signalled('worker stopped', () => workerRoles[0], 'SIGSTOP'),
  signalled('worker stopped (drawn)', drawnWorker, 'SIGSTOP'),
  signalled('worker killed (drawn)', drawnWorker, 'SIGKILL'),
  signalled('worker out of memory', () => workerRoles[1], 'SIGPWR'),
  signalled('worker with a blocked event loop (drawn)', drawnWorker, 'SIGUSR2'),
  signalled('gateway with a blocked event loop', gateway, 'SIGUSR2'),
  signalled('gateway stopped', gateway, 'SIGSTOP'),
  signalled('gateway killed', gateway, 'SIGKILL'),
  signalled('worker of accounts stopped', () => 'worker account', 'SIGSTOP'),
  {
    name: 'worker ended in order, and not started again (drawn)',
    expected: ['workers'],
    alerts: gone,
    harm: async (scene) => {
      const { set } = scene;
      const victim = set.one(drawnWorker(scene));
      set.forget(victim);
      await victim.process.stop();
      return { named: 'has no worker', undo: () => set.restart() };
    },
  },
  {
    name: 'secret of an app that no key opens',
    expected: ['key'],
    alerts: ['CounterfoilRejections key'],
    harm: async ({ set, load, draw }) => {
      const { account } = draw.one(set.tenants);
      const tenant = { account, ...(await createApp(set.chief, account, secretKey)) };
      await set
        .chief('apps')
        .where({ app_id: tenant.app_id })
        .update({ secret: encryptSecret('lost', tenant.app_id, Buffer.alloc(32, 77)) });
      load.extra = {
        tenants: [tenant],
        rate: 5,
        kind: ['article.exists', () => ({ article_ident: 'art_none' })],
      };
      return {
        undo: () => {
          load.extra = undefined;
        },
      };
    },
  },
];
