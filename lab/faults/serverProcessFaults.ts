import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { killServer } from './servers.ts';

/** Milliseconds that a server is frozen: longer than a connection may be silent before it counts as dead. */
const frozenMs = 3_000;

type Named = Pick<Fault, 'guarantee' | 'name' | 'promise'>;

function serverKilled(named: Named, which: 'redis' | 'mariadb'): Fault {
  const harm: Fault['harm'] = async ({ cluster, mark }) => {
    const { server } = cluster[which];
    await killServer(server);
    await delay(500);
    await server.start();
    mark();
  };
  return { ...named, recoveryMs: 3_000, harm };
}

function serverFrozen(named: Named, which: 'redis' | 'mariadb'): Fault {
  const harm: Fault['harm'] = async ({ cluster, mark }) => {
    const pid = cluster[which].server.pid as number;
    process.kill(pid, 'SIGSTOP');
    await delay(frozenMs);
    process.kill(pid, 'SIGCONT');
    mark();
  };
  return { ...named, recoveryMs: 3_000, harm };
}

/** Servers that are killed or frozen. */
export const serverProcessFaults: readonly Fault[] = [
  serverKilled(
    { guarantee: 'redis-down', name: 'Redis killed and started again', promise: 'calls wait for it' },
    'redis',
  ),
  serverFrozen(
    { guarantee: 'redis-down', name: 'Redis frozen and back', promise: 'calls wait for it' },
    'redis',
  ),
  serverKilled(
    { guarantee: 'database-down', name: 'database killed and started again', promise: 'sets run again' },
    'mariadb',
  ),
  serverFrozen(
    { guarantee: 'database-down', name: 'database frozen and back', promise: 'sets wait, or run again' },
    'mariadb',
  ),
];
